#!/usr/bin/env python3
"""Two thousand followers of one leaderboard, a hundred changes a second: CPU, delays and frames.

    infra/bench/live_fanout.py [--rate 100] [--followers 2000] [--seconds 30]

Less than one core of the server, at most ten frames a second for each follower, and the last change reaches all.
"""

import argparse

from encore_bench import parsed
from live_bench import measured

arguments = argparse.ArgumentParser()
arguments.add_argument("--rate", type=int, default=100)
arguments.add_argument("--followers", type=int, default=2000)
arguments.add_argument("--seconds", type=int, default=30)
options = parsed(arguments, rate=20, followers=20, seconds=3)
measured("fanout", fans=200, rate=options.rate, seconds=options.seconds, clients=options.followers)
