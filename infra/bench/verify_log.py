#!/usr/bin/env python3
"""Verifies event logs from docs/log-format.md alone: verify_log.py [--head POSITION:HASH] FILE..."""

import hashlib
import sqlite3
import struct
import sys


def number(value):
    return struct.pack(">Iq", 8, value)


def text(value):
    return struct.pack(">I", len(value)) + value


def leaf(commit, position, event):
    first, count, at, form, ident, _ = commit
    _, stream, sequence, kind, revision, metadata, payload, _ = event
    return hashlib.sha256(
        number(form) + number(first) + number(count) + number(at) + text(ident)
        + number(position) + text(stream) + number(sequence) + text(kind) + text(revision)
        + text(metadata) + text(payload)
    ).digest()


class Log:
    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.db.text_factory = bytes

    def commits(self):
        return self.db.execute("SELECT first, count, at, format, id, head FROM commits ORDER BY first")

    def events(self):
        return self.db.execute(
            "SELECT position, stream, sequence, type, revision, metadata, payload, leaf FROM events ORDER BY position"
        )

    def elsewhere(self, event):
        """Whether a row would be right at another position, with its own leaf or with the one that stands there."""
        commits = list(self.commits())
        at = -1
        for other in self.events():
            while at + 1 < len(commits) and commits[at + 1][0] <= other[0]:
                at += 1
            if at >= 0 and other[0] != event[0] and leaf(commits[at], other[0], event) in (event[7], other[7]):
                return True
        return False

    def unfounded(self):
        ends = {first + count - 1 for first, count, *_ in self.commits()}
        wrong = [
            position
            for position, ident, fingerprint in self.db.execute("SELECT position, id, fingerprint FROM requests")
            if position not in ends or len(ident) != 32 or len(fingerprint) != 32
        ] + [
            position
            for position, key in self.db.execute("SELECT position, key FROM once_keys")
            if position not in ends or len(key) != 16
        ]
        return min(wrong, default=None)

    def verify(self, known):
        head, expected, time = bytes(32), 1, -(2**63)
        events = self.events()
        for commit in self.commits():
            first, count, at, form, _, stored = commit
            if first > expected:
                return f"dropped at {expected}"
            if first < expected or count < 1 or form != 1 or at < time:
                return f"altered at {first}"
            end = first + count
            while expected < end:
                event = events.fetchone()
                if event is None or event[0] > expected:
                    return f"dropped at {expected}"
                if event[0] < expected:
                    return f"altered at {event[0]}"
                if leaf(commit, expected, event) != event[7]:
                    return f"{'reordered' if self.elsewhere(event) else 'altered'} at {expected}"
                head = hashlib.sha256(head + event[7]).digest()
                if known and known[0] == expected and known[1] != head:
                    return f"altered at {expected}"
                expected += 1
            if stored != head:
                return f"altered at {expected - 1}"
            time = at
        event = events.fetchone()
        if event is not None:
            return f"altered at {event[0]}" if event[0] < expected else f"dropped at {expected}"
        if known and known[0] >= expected:
            return f"truncated at {expected}"
        unfounded = self.unfounded()
        return f"whole to {expected - 1} {head.hex()}" if unfounded is None else f"unfounded at {unfounded}"


def main(arguments):
    known = None
    if arguments[:1] == ["--head"]:
        position, _, digest = arguments[1].partition(":")
        known, arguments = (int(position), bytes.fromhex(digest)), arguments[2:]
    found = [Log(path).verify(known) for path in arguments]
    print("\n".join(found))
    return 0 if all(line.startswith("whole") for line in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
