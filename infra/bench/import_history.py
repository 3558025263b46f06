#!/usr/bin/env python3
"""The whole purchase history through the importer, twice: the sum, the board, and no change by the second run.

    infra/bench/import_history.py FILE        (FILE: cdnow.txt.gz)
"""

import collections
import decimal
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time

from encore_bench import ROOT, Server

path = os.path.abspath(sys.argv[1])
data = tempfile.mkdtemp(prefix="encore-import-")
server = Server(data)
server.start()
api = server.demo(timeout=120)
expected, lines, dollars = collections.Counter(), 0, decimal.Decimal(0)
with gzip.open(path, "rt") as history:
    for line in history:
        customer, _, cds, price = line.split()
        lines, dollars = lines + 1, dollars + decimal.Decimal(price)
        expected[customer] += int(cds)


def run():
    began, cpu = time.monotonic(), server.cpu_seconds()
    subprocess.run([os.path.join(ROOT, "encore"), "import-purchases", path], check=True, stdin=subprocess.DEVNULL,
                   env=dict(os.environ, ENCORE_URL=f"http://127.0.0.1:{server.port}", ENCORE_KEY=api.headers["Api-Key"],
                            ENCORE_SECRET=api.headers["Api-Secret"]))
    return time.monotonic() - began, server.cpu_seconds() - cpu


def updates():
    pages, key = [], None
    while True:
        answer = api.must("GET", "/api/v1/crm/fan_updates", **({"min_time_key": key} if key else {}))
        if not answer["data"]:
            return pages
        pages += answer["data"]
        key = answer["meta"]["max_fan_time_key"]


def purchases():
    """Returns the number of purchases and their total price."""
    count, gross, key = 0, decimal.Decimal(0), None
    while True:
        page = api.must("GET", "/api/v1/crm/purchases", network="cdnow", start_date="1990-01-01", end_date="2030-01-01",
                        **({"next_purchase_key": key} if key else {}))
        count += len(page["data"])
        gross += sum(decimal.Decimal(str(row["gross_sale_amount"])) for row in page["data"])
        key = page["meta"].get("next_purchase_key")
        if key is None:
            return count, gross


def head():
    return api.post("/api/v1/crm/points", point_name="cdnow")[1]["Encore-Position"]


took, cpu = run()
print(f"first run: {took:.1f} s, server CPU {cpu:.1f} s", flush=True)
position, before = head(), updates()
board = api.must("GET", "/api/v1/crm/points", start_date="2020-01-01", end_date=time.strftime("%Y-%m-%d", time.gmtime()),
                 point_name="cdnow")["data"]
total = sum(row["fan_point_count"] for row in board)
sums = sorted(expected.values(), reverse=True)
print(f"{len(before)} fans, balances sum to {total:,}, the board has {len(board)} rows and begins {[r['fan_point_count'] for r in board[:5]]}")
ok = len(before) == len(expected) and [row["fan_point_count"] for row in board] == sums and total == sum(sums)
ok = ok and [row["rank"] for row in board] == list(range(1, len(board) + 1))
count, gross = purchases()
print(f"{count:,} purchases, gross {gross:,}")
ok = ok and (count, gross) == (lines, dollars)
took, cpu = run()
print(f"second run: {took:.1f} s, server CPU {cpu:.1f} s; log head {position} -> {head()}, "
      f"fan_updates {'unchanged' if updates() == before else 'CHANGED'}")
ok = ok and head() == position and updates() == before
server.stop()
if not ok:
    raise SystemExit("it does not hold")
shutil.rmtree(data)
