"""Images of tables for link previews. They are cached, and drawing them does not slow down play."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from mandapa.kernel.pictures.rasterize import BACKGROUND, FONT, card_of, font_file
from mandapa.library import State
from mandapa.server.jobs.fair_queue import FairQueue, Requester
from mandapa.server.jobs.threads import ANALYSIS_NICE, ThreadPerJobExecutor
from mandapa.server.live.table import LiveTable

WIDTH, HEIGHT = 1200, 630
"""Size of the images in pixels, as other websites expect it for link previews."""
CACHED_PICTURES = 200
"""Maximum number of images cached in memory. Each takes about 50 KB."""
DRAWING_SECONDS = 30
"""Timeout for drawing one image, in seconds. Drawing usually takes a tenth of a second."""
RASTERIZER = Path(__file__).with_name("rasterize.py")


class PreviewImages:
    """Draws and caches images of tables in PNG format, one for each requested position.

    Images are drawn one at a time, with a lower priority than bots and hints. Requests are served fairly, so that one
    network address cannot keep others waiting.
    """

    def __init__(self) -> None:
        self._queue = FairQueue(ThreadPerJobExecutor("link picture"), 1, max_per_address=1)
        self._drawn: dict[tuple[str, int], bytes] = {}

    async def of(self, table: LiveTable, requester: Requester) -> tuple[int, bytes]:
        """Return the number of the last entry of a table, and an image of the position after that entry."""
        stored = table.row.seq
        if (known := self._drawn.get((table.id, stored))) is not None:
            return stored, known
        async with table.lock:  # held only briefly, to avoid reading the state in the middle of a move
            seq, state = table.match.seq, table.match.state.copy()
        position = table.id, seq
        picture = await self._queue.run(requester, lambda: self._drawn.get(position) or draw(state))
        self._drawn[position] = picture
        while len(self._drawn) > CACHED_PICTURES:
            del self._drawn[next(iter(self._drawn))]
        return seq, picture

    def stop(self) -> None:
        """Stop the timer of the queue."""
        self._queue.stop()


async def _link_pictures(request: Request) -> PreviewImages:
    link_pictures: PreviewImages = request.app.state.link_pictures
    return link_pictures


CurrentLinkPictures = Annotated[PreviewImages, Depends(_link_pictures)]


def draw(state: State) -> bytes:
    """Draw a position and return the image in PNG format."""
    return as_png(state.picture() or "")


def as_png(picture: str) -> bytes:
    """Place an SVG image in the middle of a link preview image and return the result in PNG format.

    A separate process with low priority draws the image, because `resvg-py` holds the global interpreter lock for a
    tenth of a second.
    """
    command = [sys.executable, "-P", str(RASTERIZER), BACKGROUND, font_file(FONT), FONT]
    nice = shutil.which("nice")
    done = subprocess.run(
        [nice, "-n", str(ANALYSIS_NICE), *command] if nice else command,
        input=card_of(picture, WIDTH, HEIGHT).encode(),
        capture_output=True,
        timeout=DRAWING_SECONDS,
        check=True,
    )
    return done.stdout
