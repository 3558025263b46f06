#!/usr/bin/env python3
"""Imports of fans and points and kill -9 of either side amid them, in rounds: each row counts once, and sums equal a model.

    infra/bench/import_kill.py [--rounds 10] [--rows 20000] [--fans 500] [--seed N]

In each round a new file is imported. The server or the command is killed at random moments, and started again, until the command
ends by itself. One row in five is equal to the one before it. Then two commands import the same file once more, at the same time.
At the end every fan's balance is compared with the sum of the rows, and the log is verified.
"""

import argparse
import collections
import os
import random
import shutil
import subprocess
import tempfile
import time

from encore_bench import ROOT, Server, end, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=10)
arguments.add_argument("--rows", type=int, default=20_000, help="of each round")
arguments.add_argument("--fans", type=int, default=500)
arguments.add_argument("--kills", type=int, default=4, help="of each round")
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, rows=3_000, fans=50, kills=2)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)
folder = tempfile.mkdtemp(prefix="encore-import-kill-")
server = Server(os.path.join(folder, "data"), settings={"ENCORE_RATE_LIMIT": "1000000000"})
os.makedirs(server.data)
server.start()
server.demo().must("POST", "/api/v1/crm/points", point_name="history")
model = collections.Counter()
killed = collections.Counter()


def command(kind, file, refused):
    """Starts the command, and waits until it has read the file and begins to send."""
    client = subprocess.Popen(
        [os.path.join(ROOT, "encore"), "import", kind, file, "--at", f"http://127.0.0.1:{server.port}", "--key-file",
         os.path.join(server.data, "demo-keys.json"), "--with-effects", "--refused", os.path.join(folder, refused), "--parallel", "3"]
        + (["--set", "point_name=history"] if kind == "points" else []),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    client.stdout.readline()
    return client


def finished(client):
    """Returns the output of a command that ends by itself and has no refused row."""
    output = client.communicate()[0]
    if client.returncode != 0:
        raise SystemExit(f"the import ended with {client.returncode}: {output[-2000:]}")
    return output.strip().splitlines()[-1]


def import_with_kills(kind, file):
    client = command(kind, file, "refused.csv")
    for _ in range(options.kills):
        try:
            client.wait(chance.uniform(0.2, 3.0))
            break
        except subprocess.TimeoutExpired:
            pass
        if chance.random() < 0.5:
            killed["server"] += 1
            server.kill()
            server.start()
        else:
            killed["client"] += 1
            end(client)
            client.wait()
            client = command(kind, file, "refused.csv")
    return finished(client)


def write_points(file, number):
    """Writes a round's rows. Equal rows of two files would have the same made keys, so each round has days of its own."""
    days = 10 * 365 // options.rounds
    has_keys = number % 2 == 1
    with open(file, "w", encoding="utf-8") as out:
        out.write("email;point_count;effective_at" + (";award_key" if has_keys else "") + "\n")
        for n in range(options.rows):
            if n % 5 != 4 or n == 0:
                fan, count = chance.randrange(options.fans), chance.randint(1, 50)
                at = 1_262_304_000 + (number * days + chance.randrange(days)) * 86_400
            model[fan] += count
            out.write(f"fan-{fan}@history.example;{count};{at}" + (f";{number}-{n}" if has_keys else "") + "\n")


fans = os.path.join(folder, "fans.csv")
with open(fans, "w", encoding="utf-8") as out:
    out.write("email,first_name\n")
    out.writelines(f"fan-{n}@history.example,Fan {n}\n" for n in range(options.fans))
print("fans: " + import_with_kills("fans", fans), flush=True)
for number in range(options.rounds):
    points = os.path.join(folder, f"points-{number}.csv")
    write_points(points, number)
    print(f"round {number}: " + import_with_kills("points", points), flush=True)
    both = [command("points", points, f"refused-{n}.csv") for n in range(2)]
    outputs = [finished(client) for client in both]
    if any(" 0 done" not in output for output in outputs):
        raise SystemExit(f"rows were applied again: {outputs}")
server.kill()
server.start()
api = server.demo(timeout=60)
wrong = []
for n in range(options.fans):
    fan = api.must("POST", "/api/v1/crm/fans", email=f"fan-{n}@history.example")["fan_id"]
    balances = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")
    balance = sum(row["balance"] for row in balances if row["point_name"] == "history")
    if balance != model[n]:
        wrong.append((n, balance, model[n]))
server.stop()
verified = subprocess.run([os.path.join(ROOT, "encore"), "verify", server.data], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(f"{options.rounds} rounds of {options.rows:,} rows, killed {dict(killed)}: {len(wrong)} of {options.fans} balances are wrong; "
      f"the verifier ended with {verified.returncode}", flush=True)
if wrong or verified.returncode:
    raise SystemExit(f"{wrong[:5]} {verified.stdout[-1000:]}")
shutil.rmtree(folder)
