#!/usr/bin/env python3
"""Random QR codes of `GET /v1/qrcode` are read by zbar as they were given.

    infra/bench/qr_codes.py [--codes 10000] [--clients 4] [--seed N]

It needs zbarimg (package zbar-tools). Texts have digits, ASCII or any characters, and 1 to 120 bytes, each hundredth up to 1,500;
sizes and colours differ. Many images are read by one zbarimg. The test QrCodeTest does the same with ZXing.
"""

import argparse
import os
import random
import shutil
import subprocess
import tempfile
import time
import urllib.parse

from encore_bench import Server, all_at_once, need, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--codes", type=int, default=10_000)
arguments.add_argument("--clients", type=int, default=4)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, codes=50)
need("zbarimg", "zbar-tools")
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

PARTS, COLOURS = 200, (("black", "white"), ("navy", "ffe"), ("003300", "f0f0f0"))
OTHERS = "äßéñ日本🎸ü€x"
data = tempfile.mkdtemp(prefix="encore-qr-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
server.start()


def text(number):
    length = chance.randint(1, 1500 if number % 100 == 0 else 120)
    kind = number % 3
    if kind == 0:
        return "".join(chance.choice("0123456789") for _ in range(length))
    if kind == 1:
        return "x" + "".join(chr(chance.randint(33, 126)) for _ in range(length))
    return "".join(chance.choice(OTHERS) for _ in range(max(1, length // 4)))


def read(paths):
    """Returns what zbar reads in each image, by its path: a line for each, as no text has a line feed."""
    lines = subprocess.run(["zbarimg", "--quiet", "--raw", "-S*.disable", "-Sqrcode.enable", *paths], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True, errors="replace").stdout.splitlines()
    if len(lines) == len(paths):
        return dict(zip(paths, lines))
    return {path: "\n".join(read([path]).values()) for path in paths} if len(paths) > 1 else {}


wrong, bytes_of = [], []
texts = [(number, text(number), chance.randint(600, 1000), chance.choice(COLOURS)) for number in range(options.codes)]


def client(i):
    mine = server.demo()
    folder = os.path.join(data, f"images-{i}")
    os.makedirs(folder)
    asked = {}
    for number, code, size, (front, back) in texts[i::options.clients]:
        path = os.path.join(folder, f"{number}.png")
        query = urllib.parse.urlencode(dict(code=code, size=size, front_color=front, back_color=back))
        status, _, image = mine.call("GET", "/api/v1/qrcode?" + query)
        if status != 200:
            raise SystemExit(f"a code of {len(code)} characters was answered with {status}: {image}")
        with open(path, "wb") as file:
            file.write(image)
        bytes_of.append(len(image))
        asked[path] = code
        if len(asked) == PARTS:
            check(asked)
    check(asked)


def check(asked):
    if asked:
        found = read(list(asked))
        for path, code in asked.items():
            if found.get(path) != code:
                wrong.append((path, code, found.get(path)))
            else:
                os.remove(path)
        asked.clear()


began = time.monotonic()
all_at_once(options.clients, client)
server.stop()
print(f"{options.codes} codes of {sum(bytes_of) // max(1, len(bytes_of))} bytes on average in {time.monotonic() - began:.0f} s: "
      f"zbar read {len(wrong)} wrong")
if wrong:
    print(*(f"{path}: {code[:60]!r} was read as {str(read_)[:60]!r}" for path, code, read_ in wrong[:10]), f"see {data}", sep="\n")
    raise SystemExit(1)
shutil.rmtree(data)
