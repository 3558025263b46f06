#!/usr/bin/env python3
"""Clients of a live show, cut off at random, while gateways and query nodes are killed: nothing is missed or told twice.

    infra/bench/show_delivery.py [--clients 200] [--rounds 20] [--rate 10] [--cuts 4] [--seconds 12]

A cluster of two nodes of each side on MongoDB (the server in ENCORE_TEST_MONGO, or the test double). All clients are in one room and
write in turn, and staff removes messages. In each round clients are cut off one after another, and a gateway or a query node is
killed with kill -9 and started again. Clients come back with their last position, and send again under the same key what
was not acknowledged.

At the end the room's history in the log is compared with what ShowClients kept: each message that was acknowledged is there
once, each client was told each message after its first join once and in order, and each removal once. Who was away may miss a message that
was removed meanwhile, and nothing else. Closes that are nobody's fault in the script (4001, 4002, 4003, 4008, 1008) are wrong.
"""

import argparse
import collections
import json
import os
import random
import shutil
import tempfile
import threading
import time

from encore_bench import Cluster, Mongo, SmsWebhook, parsed, until
from show_world import Load, Show, Spent, Verdict, settings, unusual

arguments = argparse.ArgumentParser()
arguments.add_argument("--clients", type=int, default=200)
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--rate", type=float, default=10, help="messages a second")
arguments.add_argument("--cuts", type=float, default=4, help="clients that are cut off in a second")
arguments.add_argument("--seconds", type=float, default=12, help="of a round, at least")
arguments.add_argument("--removals", type=float, default=0.5, help="messages that are removed in a second")
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, clients=30, rounds=1, rate=3, cuts=2, seconds=4)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)
if options.rate * 10 > options.clients * 4:
    raise SystemExit("a fan may write 5 messages in 10 s: take more clients, or a lower rate")

webhook, verdict = SmsWebhook(), Verdict()
data = tempfile.mkdtemp(prefix="encore-delivery-")
mongo = Mongo(memory="3g")
running = Cluster(data, mongo.database("delivery"), settings=settings(webhook))
running.start()
show = Show(running, running.gateways, webhook, options.clients)
load = Load(show, [show.hall])
removals, stop = {}, threading.Event()


def history():
    """Returns all messages of the room that staff sees, by position."""
    return {row["position"]: row for row in show.api.must("GET", show.live + "/chat_messages", room_name=show.hall)}


def remove():
    """Removes random messages, and notes the position of each removal."""
    staff = show.caller()
    while not stop.wait(1 / options.removals):
        rows = staff.must("GET", show.show + "/chat_messages", room_name=show.hall, limit=20)
        if rows:
            uid = chance.choice(rows)["chat_message_uid"]
            status, headers, body = staff.call("DELETE", f"{show.live}/chat_messages/{uid}")
            verdict.must(status == 200, "a removal was answered", status, body)
            removals.setdefault(uid, headers.get("Encore-Position"))


def compare(reports, messages):
    """Compares what each client was told with the messages of the log."""
    by_uid = {row["chat_message_uid"]: row for row in messages.values()}
    times = collections.Counter(row["message"] for row in messages.values())
    for report in reports:
        who = f"client {report['client']}:"
        for text, uid in report["acknowledged"].items():
            verdict.must(uid in by_uid and by_uid[uid]["message"] == text, who, "an acknowledged message is lost:", text, uid)
        verdict.must(not report["snapshots"], who, report["snapshots"], "snapshots, after few frames")
        first = report["joined"][show.hall]
        told = [frame for frame in report["told"] if frame["room"] == show.hall]
        positions = [frame["position"] for frame in told if frame["position"]]
        verdict.must(positions == sorted(positions), who, "out of order")
        of = collections.Counter((frame["event"], frame["uid"]) for frame in told)
        verdict.must(all(count == 1 for count in of.values()), who, "told twice:",
                     [(what, [frame["position"] for frame in told if (frame["event"], frame["uid"]) == what])
                      for what, count in of.items() if count > 1][:3])
        seen = {uid for event, uid in of if event == "chat_message"}
        wanted = {row["chat_message_uid"] for position, row in messages.items() if position > first}
        verdict.must(seen <= wanted, who, "told of what the log has not:", sorted(seen - wanted)[:3])
        missed = wanted - seen - set(removals)
        verdict.must(not missed, who, len(missed), "messages missed, such as", [
            (uid, by_uid[uid]["position"]) for uid in sorted(missed)[:3]], "last told", positions[-1:])
        gone = {uid for event, uid in of if event == "remove_chat_message"}
        verdict.must(gone == set(removals), who, "removals:", len(set(removals) - gone), "missed",
                     len(gone - set(removals)), "of others")
    verdict.must(all(count == 1 for count in times.values()), "recorded twice:", [
        text for text, count in times.items() if count > 1][:3])


try:
    load.ask("keep")
    joined = load.ask("join", 0, options.clients, 100)
    verdict.must(joined["joined"] == options.clients, "at first only", joined, "have joined")
    load.ask("spread", 500)
    spent = Spent(running, load, mongo)
    load.ask("write", options.clients, options.rate)
    staff = threading.Thread(target=remove)
    if options.removals:
        staff.start()
    load.ask("cut", options.cuts)
    victims = [node for node in running.nodes if node.part in ("gateway", "query")]
    for number in range(1, options.rounds + 1):
        began = time.monotonic()
        time.sleep(chance.uniform(0.2, 0.4) * options.seconds)
        victim = chance.choice(victims)
        victim.kill()
        time.sleep(chance.uniform(0, 0.3) * options.seconds)
        victim.start()
        up = until("every node is up", lambda: all(running.ready(port, whole=True) for port in running.gateways), 180)
        time.sleep(max(1, options.seconds - (time.monotonic() - began)))
        counts = load.ask("counts")
        print(f"round {number}, {victim.name} killed, all up again {up:.1f} s after its start: {counts['joined']} joined, "
              f"{counts['messages']} messages, {counts['acknowledged']} acknowledged, closes {counts['closes']}, "
              f"refusals {counts['refusals']}", flush=True)
    stop.set()
    if options.removals:
        staff.join()
    quiet = load.ask("quiet")
    verdict.must(quiet["joined"] == options.clients and not quiet["waiting"], "in the end not all are back:", quiet)
    time.sleep(3)
    for port in running.gateways:
        def members():
            rooms = show.caller().clients[running.gateways.index(port)].get(show.show)[2].get("rooms", [])
            return next((room["members"] for room in rooms if room["room_name"] == show.hall), None)
        for _ in range(150):
            if members() == options.clients:
                break
            time.sleep(0.1)
        verdict.must(members() == options.clients, "members at the gateway at", port, "are", members())
    file = os.path.join(data, "told.jsonl")
    counts = load.ask("report", file)
    with open(file) as lines:
        reports = [json.loads(line) for line in lines]
    messages = history()
    compare(reports, messages)
    verdict.must(not unusual(counts["closes"], ("0", "1001", "1006", "1011", "1013")), "closes", counts["closes"])
    verdict.must(not unusual(counts["refusals"], [
        f"{what} {status}" for what in ("join", "chat_message") for status in (409, 429, 503)]), "refusals", counts["refusals"])
    deliveries = sum(len(report["told"]) for report in reports)
    print(f"{options.rounds} rounds, {options.clients} clients: {len(messages)} messages, {counts['acknowledged']} acknowledged, "
          f"{len(removals)} removed, {deliveries} frames told; closes {counts['closes']}, refusals {counts['refusals']}; "
          f"{spent.tell()}; the logs are in {data}", flush=True)
finally:
    stop.set()
    load.kill()
    running.stop()
    mongo.stop()
verdict.end()
shutil.rmtree(data)
