#!/usr/bin/env python3
"""One password try each for known and unknown contacts, interleaved: their medians differ by 2 % at most.

    infra/bench/login_timing.py [--contacts 2000] [--slices 20] [--seed N]

A known contact is a fan's with a password. All tries are wrong, go over one connection and bring the public key alone. The
order of the two tries of a pair is random. Slices of the tries are compared as well, so that a minute in which the machine
was busy shows. Look-ups and requests for codes are timed in the same way and only printed.
"""

import argparse
import os
import random
import resource
import shutil
import statistics
import tempfile
import time

from encore_bench import SMALLEST, Client, Server, all_at_once, business_for_logins, login_settings, parsed, within

MOST = 0.02
WARM_UP = 4 if SMALLEST else 100

arguments = argparse.ArgumentParser()
arguments.add_argument("--contacts", type=int, default=2000, help="of each kind")
arguments.add_argument("--slices", type=int, default=20)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, contacts=8, slices=2)
print(f"seed {options.seed}", flush=True)
random.seed(options.seed)

data = tempfile.mkdtemp(prefix="encore-timing-")
server = Server(data, settings=login_settings("http://127.0.0.1:9/sms"))  # Nothing listens there: no code is delivered.
server.start()
api = server.demo(timeout=60)
business = business_for_logins(api)
pairs = [((f"known-{i}@timing.example", f"+49151{20_000_000 + i}"), (f"other-{i}@timing.example", f"+49151{30_000_000 + i}"))
         for i in range(options.contacts + WARM_UP)]


def register(part):
    mine = server.demo(timeout=60)
    for (email, phone), _ in pairs[part::4]:
        fan = mine.must("POST", "/api/v1/crm/fans", email=email, phone=phone)["fan_id"]
        while mine.post(f"/api/v1/crm/fans/{fan}", password="correct horse")[0] != 200:
            time.sleep(0.05)


all_at_once(4, register)
public = Client(server.port, {"Api-Key": api.headers["Api-Key"]}, timeout=60)


def attempt(expected, network, **form):
    while True:
        began = time.perf_counter()
        status = public.post("/api/v1/sessions/connect", network=network, business_id=business, **form)[0]
        took = time.perf_counter() - began
        if status != 503:
            break
        time.sleep(0.05)
    if status != expected:
        raise SystemExit(f"{network} was answered with {status}")
    return took


def compare(name, call):
    known, unknown = [], []
    cpu, own, began = server.cpu_seconds(), resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    for ours, others in pairs:
        tries = [(known, ours), (unknown, others)]
        random.shuffle(tries)
        for times, contact in tries:
            times.append(call(*contact))
    took, spent = time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF)
    medians = [statistics.median(times) * 1000 for times in (known, unknown)]
    size = max(1, len(pairs) // options.slices)
    slices = [statistics.median(known[i:i + size]) / statistics.median(unknown[i:i + size]) - 1
              for i in range(0, len(pairs), size)]
    apart = medians[0] / medians[1] - 1
    drawn = []
    for _ in range(400):
        some = random.choices(range(len(pairs)), k=len(pairs))
        drawn.append(statistics.median(known[i] for i in some) / statistics.median(unknown[i] for i in some) - 1)
    drawn.sort()
    print(f"{name}: {len(pairs)} of each, median {medians[0]:.3f} ms known, {medians[1]:.3f} ms unknown: {apart:+.2%} "
          f"(95 of 100 draws: {drawn[9]:+.2%} to {drawn[-10]:+.2%}; slices {min(slices):+.2%} to {max(slices):+.2%}); CPU: server {(server.cpu_seconds() - cpu) / took:.2f} cores, "
          f"client {(spent.ru_utime + spent.ru_stime - own.ru_utime - own.ru_stime) / took:.2f}, load of the machine "
          f"{os.getloadavg()[0]:.1f}", flush=True)
    return abs(apart)


# The compiler must have seen both ways.
for pair in pairs[options.contacts:]:
    for email, phone in pair:
        attempt(401, "password", email=email, password="wrong horse")
        attempt(200, "email", email=email)
        attempt(200, "verify_sms", phone=phone)
pairs = pairs[:options.contacts]
apart = compare("passwords", lambda email, phone: attempt(401, "password", email=email, password="wrong horse"))
compare("look-ups", lambda email, phone: attempt(200, "email", email=email))
compare("codes", lambda email, phone: attempt(200, "verify_sms", phone=phone))
server.stop()
shutil.rmtree(data)
if not within(apart, MOST):
    raise SystemExit(f"the medians of passwords differ by {apart:.2%}")
