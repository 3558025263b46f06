"""Shared by the scripts of this folder: a server of their own on a data directory, and plain HTTP clients.

Standard library only. Every server listens on loopback, and every load is bounded in count and time.
"""

import atexit
import collections
import contextlib
import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
import zlib


def management(port):
    """Returns the address of health and metrics of the server or gateway at this port."""
    return port + 1000


ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
OPERATOR = "the-operator-token-of-the-benchmarks"
FORM = "application/x-www-form-urlencoded"


# The run of seconds that `./encore check bench` makes of each script.
SMALLEST = "--smallest" in sys.argv[1:]
NOT_RUN = 77


def parsed(arguments, **smallest):
    """Parses the command line. With --smallest, options have these values unless they are given."""
    arguments.add_argument("--smallest", action="store_true", help="a run of seconds that tries each step and judges no figure")
    if SMALLEST:
        arguments.set_defaults(**smallest)
        # Most of the work is starts.
        for options in "ENCORE_JAVA_OPTS", "MAVEN_OPTS":
            os.environ[options] = os.environ.get(options, "") + " -XX:TieredStopAtLevel=1"
    return arguments.parse_args()


def shortened(seconds):
    """Returns the seconds of a pause or of a warm-up, which the smallest run spares."""
    return min(1, seconds) if SMALLEST else seconds


def within(figure, bound):
    """Returns whether a figure is in its bound. A run of seconds shows no figure, so there it always is."""
    return SMALLEST or figure <= bound


def not_run(reason):
    """Ends a script that lacks something on this machine."""
    print("not run: " + reason, file=sys.stderr)
    raise SystemExit(NOT_RUN)


def install(*command, **more):
    """Runs the command that installs something a script needs. Without it the script is not run."""
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **more)
    except (OSError, subprocess.CalledProcessError):
        not_run("this failed: " + " ".join(command))


def need(program, package):
    """Installs the package of a program that is missing."""
    if not shutil.which(program):
        install("apt-get", "install", "-y", "-q", package)


def wrk_command(url, script, *given):
    """Returns the command that loads the URL with a script of the folder `wrk`, or without one."""
    need("wrk", "wrk")
    scripted = ["-s", os.path.join(ROOT, "infra/bench/wrk", script)] if script else []
    return ["wrk", *given, *scripted, url]


def end(process):
    """Stops all processes of a script that gave up."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


SCRIPT = os.getpid()


def terminated(*_):
    """Ends the processes of a script that is told to end. Forked helpers, which are told the same, have none."""
    if os.getpid() == SCRIPT:
        atexit._run_exitfuncs()
    os._exit(143)


signal.signal(signal.SIGTERM, terminated)


def cpu_seconds(process):
    """Returns the user and system time of a process so far."""
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """`./encore run` of a checkout on a data directory; `kill` is kill -9."""

    def __init__(self, data, port=int(os.environ.get("BENCH_PORT", "18080")), settings=None, checkout=ROOT):
        self.data, self.port, self.settings, self.checkout = data, port, dict(settings or {}), checkout
        self.process = None

    def start(self, wrapper=(), ready_within=120):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                raise SystemExit(f"port {self.port} is taken; set BENCH_PORT to another")
        environment = dict(
            os.environ,
            ENCORE_DATA=self.data,
            PORT=str(self.port),
            ENCORE_MANAGEMENT_PORT=str(management(self.port)),
            ENCORE_OPERATOR_TOKEN=OPERATOR,
            RSOCKET_PORT="0",
        ) | self.settings
        log = open(self.data.rstrip("/") + ".log", "ab")
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*wrapper, os.path.join(self.checkout, "encore"), "run"], env=environment, stdout=log, stderr=log,
            start_new_session=True)
        atexit.register(end, self.process)
        while time.monotonic() - began < ready_within:
            if self.process.poll() is not None:
                raise SystemExit(f"the server ended with {self.process.returncode}; see {log.name}")
            try:
                if Client(self.port, {}, timeout=2).get("/health/ready")[0] == 200:
                    return time.monotonic() - began
            except OSError:
                pass
            # A server that fills for minutes must not spend them on these requests.
            time.sleep(max(0.02, (time.monotonic() - began) / 200))
        raise SystemExit("the server was not ready in time")

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def cpu_seconds(self):
        """Returns the user and system time of the server so far."""
        return cpu_seconds(self.process)

    def resident_mb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def operator(self, **options):
        """Returns a client with the operator's token."""
        return Client(self.port, {"Authorization": "Bearer " + OPERATOR}, **options)

    def demo(self, **options):
        """Returns a client with the demo account's keys."""
        with open(os.path.join(self.data, "demo-keys.json")) as keys:
            pair = json.load(keys)
        return Client(self.port, {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"]}, **options)


def refusal(log):
    """Returns the sentence that says in a server's log why its last start failed; None when there is none."""
    said = None
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("{") and (entry := json.loads(line))["log"]["logger"].endswith(".FailedStartReporter"):
                said = entry["message"]
    return said


@contextlib.contextmanager
def working_folder(name, keep=None):
    """Yields a temporary folder that is deleted at the end, or the folder to `keep`."""
    folder = os.path.abspath(keep or tempfile.mkdtemp(prefix=f"encore-{name}-"))
    os.makedirs(folder, exist_ok=True)
    try:
        yield folder
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def add_server_options(arguments):
    """Adds the options of scripts that call a running server, or one of their own."""
    arguments.add_argument("--at", help="the address of a running server; without it a server of its own is started")
    arguments.add_argument("--keys", help="the demo-keys.json of the running server")


@contextlib.contextmanager
def demo_server(options, folder, settings=None):
    """Yields the address of the server that the options name, or of one of its own in `folder`, and the demo account's keys."""
    server = None
    at, keys = options.at, options.keys
    if at is None:
        server = Server(os.path.join(folder, "data"), settings=settings)
        os.makedirs(server.data)
        server.start()
        at, keys = f"http://127.0.0.1:{server.port}", os.path.join(server.data, "demo-keys.json")
    try:
        with open(keys) as file:
            yield at, json.load(file)
    finally:
        if server:
            server.stop()


class Node:
    """One process of a cluster, started by `./encore`; `kill` is kill -9."""

    def __init__(self, cluster, part, name, settings):
        self.cluster, self.part, self.name, self.settings = cluster, part, name, settings
        self.process = None

    def start(self):
        environment = dict(
            os.environ,
            ENCORE_NODE=self.name,
            ENCORE_MONGO=self.cluster.mongo,
            ENCORE_CLUSTER_SECRET="the cluster secret of the benchmarks",
            ENCORE_DATA=os.path.join(self.cluster.data, self.name),
            ENCORE_MASTER_KEY_FILE=os.path.join(self.cluster.data, "master.key"),
            ENCORE_OPERATOR_TOKEN=OPERATOR,
            ENCORE_JAVA_OPTS="-Xms64m -Xmx384m " + os.environ.get("ENCORE_JAVA_OPTS", ""),
        ) | self.settings
        log = open(os.path.join(self.cluster.data, self.name + ".log"), "ab")
        self.process = subprocess.Popen(
            [os.path.join(ROOT, "encore"), self.part], env=environment, stdout=log, stderr=log, start_new_session=True)
        atexit.register(end, self.process)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def cpu_seconds(self):
        return cpu_seconds(self.process)


class Mongo:
    """The server in ENCORE_TEST_MONGO, or the test double, which keeps everything in memory, in a process of its own."""

    def __init__(self, memory="1200m"):
        self.process = None
        named = os.environ.get("ENCORE_TEST_MONGO")
        if named:
            self.uri = named
            return
        self.process = subprocess.Popen(
            [java(), "-Xmx" + memory, "-XX:+UseSerialGC", "-cp", bench_classes(), "encore.infra.testmongo.DoubleServer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.uri = self.process.stdout.readline().strip()

    def database(self, name):
        """Returns the address of a database of its own, whose name begins with this and is unique."""
        server, options = (self.uri + "?").split("?", 1)
        return f"{server.rstrip('/')}/{name}{uuid.uuid4().hex[:8]}" + ("?" + options.rstrip("?") if options else "")

    def port(self):
        return int(self.uri.split("//", 1)[1].split("/", 1)[0].rsplit(":", 1)[1])

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait(30)


class Proxy:
    """Passes on bytes: at once, later, or not at all."""

    def __init__(self, target):
        self.target, self.delay, self.cut = target, 0.0, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target), 2)
            except OSError:
                client.close()
                continue
            for one, other in ((client, server), (server, client)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, source, sink):
        queue = collections.deque()  # (time, bytes)
        try:
            while True:
                # While it is cut, nothing is read and nothing is refused, like a network that drops everything.
                wait = max(0.0, queue[0][0] - time.monotonic()) if queue else 0.2
                readable = [] if self.cut else select.select([source], [], [], min(wait, 0.2))[0]
                if self.cut:
                    time.sleep(0.02)
                if readable:
                    data = source.recv(65_536)
                    if not data:
                        break
                    queue.append((time.monotonic() + self.delay, data))
                while queue and queue[0][0] <= time.monotonic() and not self.cut:
                    sink.sendall(queue.popleft()[1])
        except (OSError, ValueError):  # The other direction has closed it.
            pass
        for end in (source, sink):
            end.close()


def java():
    return os.path.join(os.environ["JAVA_HOME"], "bin", "java")


def bench_classes():
    run = os.path.join(ROOT, "infra", "bench", "target", "run")
    return os.path.join(run, "bench.jar") + ":" + os.path.join(run, "lib", "*")


class Cluster:
    """A number of nodes of each part on one MongoDB, and a port for each gateway."""

    def __init__(self, data, mongo, each=2, port=int(os.environ.get("BENCH_PORT", "18080")), settings=None,
                 through=lambda port: port, counts=None):
        self.data, self.mongo = data, mongo
        counts = dict(command=each, query=each, gateway=each) | (counts or {})
        peers = iter(range(port + 10, port + 100))
        sides = {part: [next(peers) for _ in range(counts[part])] for part in ("command", "query")}
        self.gateways = [port + i for i in range(counts["gateway"])]
        self.nodes = []
        for part, ports in sides.items():
            for i, at in enumerate(ports):
                self.nodes.append(Node(self, part, f"{part}-{i + 1}", dict(
                    settings or {}, ENCORE_PEER_PORT=str(at), ENCORE_DEMO_KEY="demo-key",
                    ENCORE_DEMO_SECRET="demo-secret-of-the-benchmarks-alone")))
        for i, at in enumerate(self.gateways):
            self.nodes.append(Node(self, "gateway", f"gateway-{i + 1}", dict(
                settings or {}, PORT=str(at), RSOCKET_PORT="0", ENCORE_GATEWAYS=str(counts["gateway"]),
                ENCORE_MANAGEMENT_PORT=str(management(at)),
                ENCORE_COMMAND_NODES=",".join(f"127.0.0.1:{through(p)}" for p in sides["command"]),
                ENCORE_QUERY_NODES=",".join(f"127.0.0.1:{through(p)}" for p in sides["query"]))))

    def start(self, within=180):
        for node in self.nodes:
            node.start()
        end = time.monotonic() + within
        while not all(self.ready(port, whole=True) for port in self.gateways):
            for node in self.nodes:
                if node.process.poll() is not None:
                    raise SystemExit(f"{node.name} ended with {node.process.returncode}; see {self.data}/{node.name}.log")
            if time.monotonic() > end:
                raise SystemExit(f"the cluster was not ready in time; its logs are in {self.data}")
            time.sleep(0.2)

    def ready(self, port, whole=False):
        """Returns whether a gateway is ready; with `whole` also whether it sees every node."""
        try:
            status, _, body = Client(management(port), {}, timeout=2).get("/health/ready")
        except OSError:
            return False
        return status == 200 and (not whole or all(node["up"] for node in body["nodes"]))

    def operator(self, gateway=0, **options):
        return Client(self.gateways[gateway], {"Authorization": "Bearer " + OPERATOR}, **options)

    def demo(self, gateway=0, **options):
        return Client(self.gateways[gateway], {"Api-Key": "demo-key", "Api-Secret": "demo-secret-of-the-benchmarks-alone"},
                      **options)

    def stop(self):
        for node in reversed(self.nodes):
            if node.process and node.process.poll() is None:
                node.process.terminate()
        for node in self.nodes:
            if node.process:
                node.stop()


class Client:
    """One keep-alive connection; calls return (status, headers, body)."""

    def __init__(self, port, headers, timeout=30):
        self.port, self.headers, self.timeout = port, headers, timeout
        self.connection, self.used = None, 0

    def twin(self):
        return Client(self.port, self.headers, self.timeout)

    def get(self, path, **query):
        return self.call("GET", path + ("?" + urllib.parse.urlencode(query) if query else ""))

    def post(self, path, extra=None, **form):
        return self.call("POST", path, urllib.parse.urlencode(form, doseq=True), extra)

    def delete(self, path):
        return self.call("DELETE", path)

    def call(self, method, path, body=None, extra=None):
        headers = dict(self.headers, **(extra or {}))
        if body is not None:
            headers.setdefault("Content-Type", FORM)
        # The server closes idle connections. For a command that meets this it is unknown whether it was sent.
        if time.monotonic() - self.used > 15:
            self.close()
        self.used = time.monotonic()
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as failed:
            self.close()
            raise OSError(str(failed)) from failed
        kind = answer.headers.get("Content-Type", "")
        return answer.status, answer.headers, json.loads(text) if kind.endswith("json") and "ndjson" not in kind and text else text

    def must(self, method, path, **form):
        status, _, body = self.post(path, **form) if method == "POST" else self.get(path, **form)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {body}")
        return body

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def login_settings(sms_url):
    """Returns the settings of a server that sends codes to a webhook on this machine, and limits no calls."""
    return {"ENCORE_RATE_LIMIT": "1000000000", "SMS_WEBHOOK_URL": sms_url,
            "SMS_WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}


def business_for_logins(api):
    """Makes a business, and returns its business_id. Limits of codes and of this machine's address would end a load."""
    api.must("POST", "/api/v1/crm/monitored_ip_addresses", ip_address="127.0.0.1", is_blocked="false")
    api.must("POST", "/api/v1/manage/login_settings", codes_per_day=1_000_000, sms_codes_per_day=1_000_000)
    return api.must("POST", "/api/v1/manage/businesses", business_name="Doors")["business_id"]


def until(what, condition, within=90):
    """Waits for a condition and returns the seconds. A server that does not run yet does not fulfil it."""
    began = time.monotonic()
    while True:
        try:
            if condition():
                return time.monotonic() - began
        except OSError:
            pass
        if time.monotonic() - began > within:
            raise SystemExit(f"not within {within} s: {what}")
        time.sleep(0.05)


class Receiver:
    """Takes HTTP calls over plain sockets, since the load shares the cores with the server. A subclass answers them."""

    def __init__(self, path):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}{path}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            stream = connection.makefile("rb")
            while stream.readline():
                headers = {}
                while (line := stream.readline().strip()):
                    name, value = line.decode().split(":", 1)
                    headers[name.lower()] = value.strip()
                status, body = self.answer(headers, stream.read(int(headers.get("content-length", 0))))
                connection.sendall(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        except OSError:
            pass

    def answer(self, headers, body):
        """Returns the status with its words, and the body. The names of headers are in small letters."""
        raise NotImplementedError


class SmsWebhook(Receiver):
    """Receives text messages."""

    def __init__(self):
        self.codes, self.came = {}, threading.Condition()
        super().__init__("/sms")

    def answer(self, headers, body):
        message = json.loads(body)
        with self.came:
            self.codes[message["message_id"]] = re.search(r" is (\d{6})\.", message["text"]).group(1)
            self.came.notify_all()
        return "200 OK", b""

    def code(self, request, within=30):
        with self.came:
            if not self.came.wait_for(lambda: request in self.codes, within):
                raise SystemExit(f"no code came for {request}")
            return self.codes.pop(request)


class Automation:
    """An automation, as its operator sees it, on a server that may be killed in the meantime."""

    def __init__(self, running, name):
        self.running, self.name = running, name

    def status(self):
        code, _, body = self.running.demo(timeout=5).get("/api/v1/manage/automations")
        if code != 200:
            raise OSError(str(code))
        return next(row for row in body if row["name"] == self.name)

    def events(self, within=90):
        """Returns the number of events in the log after everything in flight has ended."""
        seen = []

        def quiet():
            row = self.status()
            if row["lag"] or row["outbox"] or row["dead_letters"]:
                seen.clear()
                return False
            # A query node may learn of the last event a moment later.
            seen.append(row["position"])
            return len(seen) > 20 and len(set(seen[-20:])) == 1
        until("the automation is idle", quiet, within)
        return seen[-1]


def png(width, height, row):
    """Returns a PNG whose rows of RGB are what row() returns, 3 bytes a pixel."""
    def chunk(kind, content):
        whole = kind + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))
    rows = b"".join(b"\0" + row() for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def all_at_once(count, work):
    """Runs work(i) on a number of threads and waits; raises the first failure."""
    failures = []

    def run(i):
        try:
            work(i)
        except BaseException as failed:  # noqa: BLE001: handed to the caller below
            failures.append(failed)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
