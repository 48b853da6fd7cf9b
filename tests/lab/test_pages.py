"""Reports as HTML pages and in Markdown."""

from __future__ import annotations

from markupsafe import Markup

from mandapa.lab.reports.analysis_report import WORDS
from mandapa.lab.reports.html_report import Chart, render


def test_an_analysis_escapes_names_and_shows_pictures() -> None:
    turn = {"ply": 3, "name": "<Asha>", "mark": "mistake", "lost": "9 % of the chance to win", "reasons": "edges +5.0"}
    turn |= {"picture": Markup("<svg></svg>"), "text": "", "played": "pass", "best": "take K>R"}
    chart = Chart("A & B", "Of <all>.", lambda axes: None, ["after", "Asha"], [["1", "<b>"]])
    page = render(
        "analysis.html",
        title="Kerala: <Asha>",
        simulations=20,
        rules_version=1,
        won="<Asha> won.",
        columns=WORDS,
        seats=[["<Asha>", *"123456789"]],
        charts=[chart],
        worse=2,
        turns=[turn],
    )
    assert "<Asha>" not in page and page.count("&lt;Asha&gt;") == 5
    assert '<div class="board"><svg></svg></div>' in page and "Better: take K&gt;R" in page
    assert "<figcaption>Of &lt;all&gt;.</figcaption>" in page and "<td>&lt;b&gt;</td>" in page
    assert 'aria-label="A &amp; B"' in page and "The 1 of 2 that lost most." in page
    assert "prefers-color-scheme: dark" in page
