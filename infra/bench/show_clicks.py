#!/usr/bin/env python3
"""A click counter of a live show: totals every second, repeated and out of order, are counted exactly.

    infra/bench/show_clicks.py [--fans 5000] [--seconds 20] [--rounds 1]

Each fan sends its total over its socket every second; a quarter of the totals is sent again, or an earlier one is sent after it.
Each acknowledgement must have at least the total that it answers. In the end the clicks and fans of event_stats, of clicker_results,
and of each fan's player_stats are those of the largest totals, and so are the points in the ledger after the window is over.
Wanted: 20 events a second.
"""

import argparse
import shutil
import tempfile
import time

from encore_bench import Server, SmsWebhook, all_at_once, parsed
from show_world import Load, Show, Spent, Verdict, settings

EACH, MOST = 2, 150  # points
arguments = argparse.ArgumentParser()
arguments.add_argument("--fans", type=int, default=5000)
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--rounds", type=int, default=1)
options = parsed(arguments, fans=30, seconds=3)

webhook, verdict = SmsWebhook(), Verdict()
data = tempfile.mkdtemp(prefix="encore-clicks-")
running = Server(data, settings=settings(webhook))
running.start()
show = Show(running, [running.port], webhook, options.fans)
load = Load(show, [show.hall])


def head():
    """Returns the position of an event that is written now."""
    return int(show.api.call("POST", "/api/v1/crm/points", point_name="head " + str(time.monotonic_ns()))[1]["Encore-Position"])


def counted(instance):
    row = next(row for row in show.stats()["clickers"] if row["clicker_instance_uid"] == instance)
    return row["fan_count"], row["click_count"]


def one_round():
    overlay = show.overlay(overlay_type="clicker", overlay_public_name="Clap", overlay_timer=options.seconds + 8,
                           points_per_click=EACH, max_points=MOST)
    instance = show.push(overlay)["live_overlay"]["clicker_instance_uid"]
    before, spent = head(), Spent(running, load)
    told = load.ask("click", instance, 0, options.fans, options.seconds)
    cpu, cores, events = spent.seconds()["server"], spent.tell(), head() - before - 1
    totals = [options.seconds * (1 + i % 9) for i in range(options.fans)]
    verdict.must(told["click_count"] == told["sent"] and not told["refused"], "of", told["sent"], "totals", told["refused"], "were refused")
    verdict.must(not told["too_few"], told["too_few"], "totals were answered by a smaller one")
    verdict.must(counted(instance) == (options.fans, sum(totals)), "event_stats:", counted(instance), "instead of",
                 (options.fans, sum(totals)))
    print(f"{told['sent']} totals of {options.fans} fans in {told['seconds']:.1f} s, {sum(totals)} clicks, p99 {told['click_p99']} ms; "
          f"{cpu / told['sent'] * 1e6:.0f} us of the server's CPU a total; {cores}", flush=True)
    verdict.figure("events", events / told["seconds"], 20, "a second")
    return instance, totals


def own(instances):
    """Returns what player_stats says of each fan's clicks, by the index of the fan."""
    found = [None] * options.fans

    def some(part):
        mine = show.caller(public=True)
        for i in range(part, options.fans, 8):
            stats = mine.must("GET", show.show + "/player_stats", session_uid=show.sessions[i])
            clicks = {row["clicker_instance_uid"]: row["click_count"] for row in stats["clickers"]}
            found[i] = [clicks.get(instance) for instance in instances], stats["clicker_points"]
    all_at_once(8, some)
    return found


try:
    joined = load.ask("join", 0, options.fans, 200)
    verdict.must(joined["joined"] == options.fans, "not all have joined:", joined)
    rounds = [one_round() for _ in range(options.rounds)]
    points = [sum(min(EACH * totals[i], MOST) for _, totals in rounds) for i in range(options.fans)]
    for i, (clicks, of_clicks) in enumerate(own([instance for instance, _ in rounds])):
        verdict.must(clicks == [totals[i] for _, totals in rounds] and of_clicks == points[i], "player_stats of fan", show.fans[i],
                     clicks, of_clicks, "instead of", [totals[i] for _, totals in rounds], points[i])
    rows = show.api.must("GET", show.show + "/detailed_stats", target="clicker_results")
    results = {row["clicker_instance_uid"]: (row["fan_count"], row["click_count"]) for row in rows}
    verdict.must(results == {instance: (options.fans, sum(totals)) for instance, totals in rounds}, "clicker_results", results)
    deadline = time.monotonic() + 120
    while (ledger := show.ledgers()) != points and time.monotonic() < deadline:
        time.sleep(1)
    verdict.must(ledger == points, "the ledger has", sum(ledger), "points instead of", sum(points))
    counts = load.ask("counts")
    verdict.must(not counts["closes"], "closes", counts["closes"])
    print(f"{options.rounds} rounds: {sum(ledger)} points in the ledger; refusals {counts['refusals']}", flush=True)
finally:
    load.kill()
    running.stop()
verdict.end()
shutil.rmtree(data)
