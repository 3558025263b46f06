#!/usr/bin/env python3
"""The manifest of a show's video for thousands of viewers: its host is asked once a second by each gateway.

    infra/bench/show_manifests.py [--viewers 5000] [--seconds 20] [--every 2] [--gateways 1|2]

Each viewer reads the manifest with prefetch every few seconds. The host of the video is this script, and counts. With two gateways it is
a cluster on MongoDB (the server in ENCORE_TEST_MONGO, or the test double). In the last quarter the host fails, and is still asked
once a second.
"""

import argparse
import shutil
import tempfile
import time

from encore_bench import Cluster, Mongo, Receiver, Server, SmsWebhook, parsed
from show_world import Load, Show, Spent, Verdict, settings

arguments = argparse.ArgumentParser()
arguments.add_argument("--viewers", type=int, default=5000)
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--every", type=float, default=2, help="seconds between two reads of a viewer")
arguments.add_argument("--gateways", type=int, choices=(1, 2), default=1)
options = parsed(arguments, viewers=30, seconds=3)


class Origin(Receiver):
    """The host of a video. It answers a manifest, or a 500, and notes when it was asked."""

    MANIFEST = b"#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + b"".join(b"#EXTINF:4,\npart-%d.ts\n" % i for i in range(200))

    def __init__(self):
        self.asked, self.fails = [], False
        super().__init__("/live/main.m3u8")

    def answer(self, headers, body):
        self.asked.append(time.monotonic())
        return "500 Internal Server Error" if self.fails else "200 OK", self.MANIFEST


webhook, verdict, origin = SmsWebhook(), Verdict(), Origin()
data = tempfile.mkdtemp(prefix="encore-manifests-")
mongo = None
# Loopback is for demos.
more = settings(webhook, ENCORE_DEMO="on", ENCORE_IN_FLIGHT="4096")
if options.gateways == 1:
    running = Server(data, settings=more)
else:
    mongo = Mongo()
    running = Cluster(data, mongo.database("manifests"), settings=more, counts={"command": 1, "query": 1})
running.start()
ports = [running.port] if options.gateways == 1 else running.gateways
show = Show(running, ports, webhook, 0, options.viewers)
show.api.must("POST", "/api/v1/manage/hls_origins", host="127.0.0.1")
feed = show.api.must("POST", show.live + "/feeds", feed_name="Main", hls_url=origin.url)["video_endpoint_uid"]
show.api.must("POST", show.live + "/feed", video_endpoint_uid=feed)
load = Load(show, [show.hall])


def watch(seconds):
    """All viewers read; returns what ShowClients tells, and the most requests of the host in any second and in all."""
    asked = len(origin.asked)
    times = max(1, round(seconds / options.every))
    told = load.ask("get", f"/application/hls/{show.page}?prefetch=true", 0, options.viewers, int(options.every * 1000), times)
    moments = origin.asked[asked:]
    return told, len(moments)


try:
    watch(options.every)  # The first reads compile the code.
    spent = Spent(running, load, mongo)
    told, asked = watch(options.seconds)
    cpu = sum(seconds for part, seconds in spent.seconds().items() if part not in ("clients", "MongoDB"))
    reads = told["read_count"]
    verdict.must(set(told["statuses"]) == {"200"}, "manifests were answered", told["statuses"])
    verdict.must(told["different_bodies"] == 1, told["different_bodies"], "different manifests")
    most = (told["seconds"] + 1) * options.gateways
    verdict.must(asked <= most, "the host was asked", asked, "times in", told["seconds"], "s")
    verdict.must(asked >= options.gateways, "the host was not asked")
    print(f"{options.viewers} viewers, {reads / told['seconds']:,.0f} manifests/s through {options.gateways} gateways: the host was asked "
          f"{asked} times in {told['seconds']:.1f} s; p99 {told['read_p99']} ms; {cpu / reads * 1e6:.0f} us of the servers' CPU a "
          f"manifest; {spent.tell()}", flush=True)
    origin.fails = True
    time.sleep(1.1)
    failed, asked = watch(options.seconds / 4)
    verdict.must(set(failed["statuses"]) == {"503"}, "with a host that fails", failed["statuses"])
    most = (failed["seconds"] + 1) * options.gateways
    verdict.must(asked <= most, "a host that fails was asked", asked, "times in", failed["seconds"], "s")
    print(f"a host that fails was asked {asked} times in {failed['seconds']:.1f} s", flush=True)
finally:
    load.kill()
    running.stop()
    if mongo:
        mongo.stop()
verdict.end()
shutil.rmtree(data)
