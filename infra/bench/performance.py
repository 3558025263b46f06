"""Adds the figures of a benchmark to the table of docs/performance.md, with the commit that was measured.

    infra/bench/performance.py BENCHMARK COMPARED_WITH FIGURE...

Standard library only. A run of seconds shows no figure, so it adds none.
"""

import datetime
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PAGE = os.path.join(ROOT, "docs", "performance.md")


def commit(checkout=ROOT):
    """Returns the short name of the commit of a checkout, and says whether files differ from it."""
    name = git(checkout, "rev-parse", "--short=8", "HEAD")
    changed = git(checkout, "status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/performance.md")
    return name + (" with changes" if changed else "")


def git(checkout, *command):
    return subprocess.run(["git", "-C", checkout, *command], capture_output=True, text=True, check=True).stdout.strip()


def record(benchmark, compared_with, *figures):
    """Adds a row of today at the end of the page."""
    with open(PAGE, "a") as page:
        page.write(f"| {datetime.date.today()} | {commit()} | `{benchmark}` | {compared_with} | {'; '.join(figures)} |\n")


if __name__ == "__main__":
    record(*sys.argv[1:])
