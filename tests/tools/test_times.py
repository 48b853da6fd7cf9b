"""tools/times.py: where the tests spend their time."""

from __future__ import annotations

from pathlib import Path

import times

REPORT = """<testsuites><testsuite>
<testcase classname="tests.rules.kerala.test_rules" name="a" time="1.6"/>
<testcase classname="tests.rules.kerala.test_rules.TestDrops" name="b" time="2.0"/>
<testcase classname="tests.e2e.test_chola" name="c" time="40.2"/>
<testcase classname="tests.docs.test_documents" name="d" time="0.3"/>
</testsuite></testsuites>"""


def test_the_slowest_files_come_first_and_nothing_is_lost(tmp_path: Path) -> None:
    report = tmp_path / "tests.xml"
    report.write_text(REPORT)
    assert times.table(*times.by_file([report]), 2)[2:] == [
        "| e2e/test_chola | 40 | 1 |",
        "| rules/kerala/test_rules | 4 | 2 |",
        "| 1 others | 0 | 1 |",
        "| all | 44 | 4 |",
    ]
