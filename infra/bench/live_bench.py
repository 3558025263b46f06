"""Shared by the benchmarks of /ws: a server with fans, and LiveClients with the CPU of both sides during the measurement."""

import os
import shutil
import subprocess
import tempfile
import time

from encore_bench import ROOT, Server


def a_server(fans):
    """Returns a server, a client of it, the uid of a point type, and fans."""
    server = Server(tempfile.mkdtemp(prefix="encore-live-"), settings={
        "ENCORE_RATE_LIMIT": "1000000000",
        # All followers come from one address here.
        "ENCORE_CONNECTIONS_PER_ADDRESS": "10000"})
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="live")["point_uid"]
    ids = [api.must("POST", "/api/v1/crm/fans", email=f"live-{i}@live.example")["fan_id"] for i in range(fans)]
    return server, api, point_uid, ids


def clients(server, api, mode, *more):
    """LiveClients as a process of its own."""
    return subprocess.Popen(
        [os.path.join(ROOT, "encore"), "bench", "LiveClients", mode, str(server.port), api.headers["Api-Key"],
         api.headers["Api-Secret"], *[str(one) for one in more]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def cpu_of(pid):
    """Returns the user and system time of a process and its children so far."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(cpu_of(child) for child in children)


def measured(mode, fans, rate, seconds, clients: int):
    server, api, point_uid, ids = a_server(fans)
    process = globals()["clients"](server, api, mode, point_uid, ",".join(map(str, ids)), rate, seconds, clients)
    try:
        for line in process.stdout:
            if line.strip() == "begin":
                began, of_server, of_clients = time.monotonic(), server.cpu_seconds(), cpu_of(process.pid)
            elif line.strip() == "end":
                took = time.monotonic() - began
                print(f"CPU: server {(server.cpu_seconds() - of_server) / took:.2f} cores, "
                      f"clients {(cpu_of(process.pid) - of_clients) / took:.2f} cores; "
                      f"server resident {server.resident_mb():.0f} MB", flush=True)
            else:
                print(line, end="", flush=True)
    finally:
        process.kill()
        server.stop()
        shutil.rmtree(server.data)
