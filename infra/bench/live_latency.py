#!/usr/bin/env python3
"""The latency from an award to the followers of all events over /ws, at a steady thousand durable awards a second.

    infra/bench/live_latency.py [--rate 1000] [--followers 10] [--seconds 30]

Required: p50 below 10 ms, p99 below 50 ms. The clients share the machine's cores with the server.
"""

import argparse

from encore_bench import parsed
from live_bench import measured

arguments = argparse.ArgumentParser()
arguments.add_argument("--rate", type=int, default=1000)
arguments.add_argument("--followers", type=int, default=10)
arguments.add_argument("--seconds", type=int, default=30)
options = parsed(arguments, rate=50, followers=3, seconds=3)
measured("latency", fans=1000, rate=options.rate, seconds=options.seconds, clients=options.followers)
