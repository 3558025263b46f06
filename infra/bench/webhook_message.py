#!/usr/bin/env python3
"""Verifies a message of a webhook by the standardwebhooks library of each language: Java, TypeScript and Python.

    infra/bench/webhook_message.py --secret whsec_... --message message.json [--keep DIR]

The message is what arrived: {"headers": {"webhook-id": ..., "webhook-timestamp": ..., "webhook-signature": ...}, "body": "..."}.
Each library must accept it, and must refuse it with one more blank. Without --message a message is signed here, so that the
libraries themselves are tried. It needs Maven, npm and pip. Messages older than five minutes are refused by every library.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from encore_bench import install, parsed

JAVA_LIBRARY = ("com.standardwebhooks", "standardwebhooks", "1.1.0")
NODE_LIBRARY = "standardwebhooks@1.0.0"
PYTHON_LIBRARY = "standardwebhooks==1.0.1"

HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")

JAVA = """
import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;

public class Verify {
    public static void main(String[] given) throws Exception {
        Map<String, List<String>> headers = Map.of(
                "webhook-id", List.of(given[2]),
                "webhook-timestamp", List.of(given[3]),
                "webhook-signature", List.of(given[4]));
        new Webhook(given[0]).verify(given[1], HttpHeaders.of(headers, (name, value) -> true));
    }
}
"""

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>encore</groupId><artifactId>verify</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency></dependencies>
</project>
"""

NODE = """
const { Webhook } = require('standardwebhooks');
const [secret, body, id, timestamp, signature] = process.argv.slice(2);
new Webhook(secret).verify(body, {
  'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature });
"""

PYTHON = """
import sys
from standardwebhooks import Webhook
secret, body, id, timestamp, signature = sys.argv[1:]
Webhook(secret).verify(
    body, {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature})
"""


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout.strip()


def save(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def java(folder):
    """Prepares the verification in Java; returns its command."""
    save(folder, "pom.xml", POM % JAVA_LIBRARY)
    save(folder, "src/main/java/Verify.java", JAVA)
    install("mvn", "-q", "-B", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath", cwd=folder)
    with open(os.path.join(folder, "classpath")) as file:
        classpath = os.path.join(folder, "target", "classes") + ":" + file.read().strip()
    return [os.path.join(os.environ["JAVA_HOME"], "bin", "java"), "-cp", classpath, "Verify"]


def typescript(folder):
    install("npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, NODE_LIBRARY)
    return ["node", save(folder, "verify.cjs", NODE)]


def python(folder):
    run(sys.executable, "-m", "venv", folder)
    install(os.path.join(folder, "bin", "python"), "-m", "pip", "install", "-q", PYTHON_LIBRARY)
    return [os.path.join(folder, "bin", "python"), save(folder, "verify.py", PYTHON)]


def signed(secret, body):
    """Returns a message that is signed here."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = {"webhook-id": "1-0", "webhook-timestamp": str(int(time.time()))}
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {"headers": headers | {"webhook-signature": "v1," + signature}, "body": body}


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--secret", default="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
arguments.add_argument("--message")
arguments.add_argument("--keep")
options = parsed(arguments)
folder = os.path.abspath(options.keep or tempfile.mkdtemp(prefix="encore-webhooks-"))
try:
    libraries = {language: (prepare, os.path.join(folder, language)) for language, prepare in
                 {"java": java, "typescript": typescript, "python": python}.items()}
    for _, place in libraries.values():
        os.makedirs(place, exist_ok=True)
    verifying = {language: prepare(place) for language, (prepare, place) in libraries.items()}
    if options.message:
        with open(options.message) as file:
            message = json.load(file)
    else:
        message = signed(options.secret, '{"type": "fan_registered", "timestamp": "2026-05-01T20:00:00Z", "data": {"fan_id": 1}}')
    lowered = {name.lower(): value for name, value in message["headers"].items()}
    headers = [lowered[name] for name in HEADERS]
    wrong = False
    for language, command in verifying.items():
        right = subprocess.run([*command, options.secret, message["body"], *headers], capture_output=True, text=True)
        changed = subprocess.run([*command, options.secret, message["body"] + " ", *headers], capture_output=True, text=True)
        is_right = right.returncode == 0 and changed.returncode != 0
        wrong |= not is_right
        print(f"{language}: " + ("verified" if is_right else f"not as it should be: {right.stderr[-500:]}{changed.stdout[-200:]}"))
    if wrong:
        raise SystemExit(1)
finally:
    if not options.keep:
        shutil.rmtree(folder, ignore_errors=True)
