"""Pictures of tables for previews of links: drawn once a position, away from everything that a table waits for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from mandapa.kernel.pictures.rasterize import BACKGROUND, FONT, card_of, font_file
from mandapa.library import State
from mandapa.server.jobs.fair_queue import FairQueue, Payer
from mandapa.server.jobs.threads import STUDIES, Background
from mandapa.server.live.table import LiveTable

WIDTH, HEIGHT = 1200, 630
"""Pixels, as those who show links want it."""
CACHED_PICTURES = 200
"""Pictures kept in memory, of some 50 KB each."""
DRAWING_SECONDS = 30
"""Upper bound on the time for one picture; usually it takes a tenth of a second."""
RASTERIZER = Path(__file__).with_name("rasterize.py")


class LinkPictures:
    """Pictures of tables as PNG, one for each position that somebody has asked for.

    They are drawn one at a time, for all addresses in turn, and away from everything that a table waits for.
    """

    def __init__(self) -> None:
        self._queue = FairQueue(Background("link picture"), 1, each=1)
        self._drawn: dict[tuple[str, int], bytes] = {}

    async def of(self, table: LiveTable, payer: Payer) -> tuple[int, bytes]:
        """The picture of a table as it is stored now, and the number of the last entry that it shows."""
        stored = table.row.seq
        if (known := self._drawn.get((table.id, stored))) is not None:
            return stored, known
        async with table.lock:  # only for a moment: a move may be half carried out
            seq, state = table.match.seq, table.match.state.copy()
        position = table.id, seq
        picture = await self._queue.run(payer, lambda: self._drawn.get(position) or draw(state))
        self._drawn[position] = picture
        while len(self._drawn) > CACHED_PICTURES:
            del self._drawn[next(iter(self._drawn))]
        return seq, picture

    def stop(self) -> None:
        """Nothing more is drawn."""
        self._queue.stop()


async def _link_pictures(request: Request) -> LinkPictures:
    link_pictures: LinkPictures = request.app.state.link_pictures
    return link_pictures


CurrentLinkPictures = Annotated[LinkPictures, Depends(_link_pictures)]


def draw(state: State) -> bytes:
    """A position as PNG."""
    return as_png(state.picture() or "")


def as_png(picture: str) -> bytes:
    """An SVG picture in the middle of a card, as PNG.

    A process of low priority draws it, since `resvg-py` keeps the interpreter lock for a tenth of a second.
    """
    command = [sys.executable, "-P", str(RASTERIZER), BACKGROUND, font_file(FONT), FONT]
    nice = shutil.which("nice")
    done = subprocess.run(
        [nice, "-n", str(STUDIES), *command] if nice else command,
        input=card_of(picture, WIDTH, HEIGHT).encode(),
        capture_output=True,
        timeout=DRAWING_SECONDS,
        check=True,
    )
    return done.stdout
