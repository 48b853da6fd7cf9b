"""Every piece contrasts with any ground it may lie on, by its colour or its outline: 3:1 (WCAG 1.4.11)."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from player import still
from playwright.sync_api import Page
from screens import DARK, LIGHT

Visitor = Callable[..., Page]

PANELS = ("--paper", "--raised", "--sunk", "--gold-soft")
LAND = ("--land", "--farm", "--water", "--road", "--beyond")
DIG = ("--sand", "--slab", "--camp", "--brick", "--earth")
WALL = ("--block-0", "--block-3")
LYING = {
    "chola": [
        ("svg:not(.relief, .cart)", PANELS[:3]),
        ("svg.block", WALL),
        ("svg.relief", (*WALL, "--court", *PANELS[:3])),
        ("svg.cart", ("--court", *PANELS[:3])),
    ],
    "hampi": [("svg", PANELS), (".cube", LAND)],
    "indus": [(".four svg", (*PANELS, *DIG)), ("li > svg[role=img]", (*PANELS, "--camp"))],
    "kerala": [("svg", PANELS)],
    "menara": [("svg", PANELS)],
}
"""By game: which pieces of the gallery may lie on which grounds, as CSS variables."""

BOXES = """(css) => [...document.querySelectorAll(`main .gallery :is(${css})`)].flatMap((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const inside = one.parentElement.closest('svg') || width < 8 || height < 8;
  const name = one.ariaLabel || one.closest('li, td, dt, div').textContent.trim().replaceAll(/\\s+/g, ' ').slice(0, 40);
  return inside ? [] : [{ name, box: [left + scrollX, top + scrollY, width, height].map(Math.round) }];
})"""
"""The pictures that a selector finds: a readable name, and their boxes on the page."""

GROUND = """([name, game]) => {
  const probe = document.body.appendChild(document.createElement('div'));
  probe.className = `${game}-light`;
  probe.style.setProperty('color', `var(${name})`, 'important');
  const drawing = new OffscreenCanvas(1, 1).getContext('2d');
  drawing.fillStyle = getComputedStyle(probe).color;
  drawing.fillRect(0, 0, 1, 1);
  probe.remove();
  return [...drawing.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
"""A CSS colour as red, green and blue."""

BARE = """(colour) => {
  const style = document.getElementById('bare') ?? document.head.appendChild(document.createElement('style'));
  style.id = 'bare';
  style.textContent = `*:not(svg, svg *) { background: ${colour} !important; border-color: transparent !important;
    box-shadow: none !important; color: transparent !important; } * { filter: none !important; }`;
}"""
"""Show nothing but pictures, on one colour."""

SHARES = """async ({ white, black, kinds }) => {
  const read = async (png) => {
    const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    drawing.drawImage(image, 0, 0);
    return drawing;
  };
  const [onWhite, onBlack] = await Promise.all([white, black].map(read));
  const curve = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * curve(r) + 0.7152 * curve(g) + 0.0722 * curve(b);
  const shares = ([x, y, w, h], grounds) => {
    const [high, low] = [onWhite, onBlack].map((one) => one.getImageData(x, y, w, h).data);
    const at = (px, py) => (px < 0 || py < 0 || px >= w || py >= h ? -1 : py * w + px);
    // What differs between white and black shines through.
    const solid = Array.from({ length: w * h }, (_, i) => high[4 * i] - low[4 * i] < 64);
    const edge = [];
    for (let py = 0; py < h; py++) for (let px = 0; px < w; px++) {
      const around = [at(px - 1, py), at(px + 1, py), at(px, py - 1), at(px, py + 1)];
      if (solid[at(px, py)] && around.some((one) => one < 0 || !solid[one])) edge.push([px, py]);
    }
    const reach = Math.max(3, Math.round(Math.min(w, h) * 0.06));
    const near = [];
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) near.push([dx, dy]);
    return grounds.map((ground) => {
      const under = luminance(ground);
      const clear = solid.map((is, i) => {
        const through = (high[4 * i] - low[4 * i]) / 255;
        const seen = is ? luminance([0, 1, 2].map((part) => low[4 * i + part] + through * ground[part])) : under;
        return (Math.max(seen, under) + 0.05) / (Math.min(seen, under) + 0.05) >= 3;
      });
      const good = edge.filter(([px, py]) => near.some(([dx, dy]) => clear[at(px + dx, py + dy)]));
      return edge.length === 0 ? 1 : good.length / edge.length;
    });
  };
  return kinds.map(({ boxes, grounds }) => boxes.map((box) => shares(box, grounds)));
}"""
"""For each kind, each picture on each ground: the share of its edge along which its outline, or the area within,
contrasts."""

MOST = 6
"""Maximum number of pictures of a kind that are checked: Hampi's 60 tiles are drawn alike."""
ENOUGH = 0.6
"""Share of the edge that must contrast. Edges between two pixels are paler than they are drawn."""


@pytest.mark.parametrize("game", LYING)
def test_pieces_stand_out_from_what_they_lie_on(visitor: Visitor, game: str) -> None:
    page = visitor(f"/gallery/{game}", viewport={"width": 1000, "height": 900})
    page.locator("main .gallery li svg").first.wait_for()
    lost = []
    for look in (LIGHT, DARK):
        page.emulate_media(**look)  # type: ignore[arg-type]
        still(page)
        sheets = []
        for colour in ("#fff", "#000"):
            page.evaluate(BARE, colour)
            sheets.append(base64.b64encode(page.screenshot(full_page=True)).decode())
        pieces = [page.evaluate(BOXES, css) for css, _ in LYING[game]]
        pieces = [kind[:: 1 + len(kind) // MOST] for kind in pieces]
        assert all(pieces)
        kinds = [
            {"boxes": [one["box"] for one in kind], "grounds": [page.evaluate(GROUND, [name, game]) for name in names]}
            for kind, (_, names) in zip(pieces, LYING[game], strict=True)
        ]
        found = page.evaluate(SHARES, {"white": sheets[0], "black": sheets[1], "kinds": kinds})
        lost += [
            f"{piece['name']} on {name} ({look['color_scheme']}): {share:.0%}"
            for kind, of_kind, (_, names) in zip(pieces, found, LYING[game], strict=True)
            for piece, shares in zip(kind, of_kind, strict=True)
            for name, share in zip(names, shares, strict=True)
            if share < ENOUGH
        ]
    assert not lost, "\n".join(lost)
