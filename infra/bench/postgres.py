"""The PostgreSQL server that benchmarks compare with."""

import glob
import os
import pwd
import shutil
import subprocess
import tempfile

from encore_bench import install


class Postgres:
    """A server of its own, with memory for all its data."""

    def __init__(self):
        if not glob.glob("/usr/lib/postgresql/*/bin/initdb"):
            install("apt-get", "install", "-y", "-q", "postgresql")
        self.programs = os.path.dirname(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1])
        self.directory = tempfile.mkdtemp(prefix="encore-postgres-")
        shutil.chown(self.directory, "postgres", "postgres")
        self.user = pwd.getpwnam("postgres").pw_uid
        self.run("initdb", "-D", self.directory + "/data", "-A", "trust")
        self.run("pg_ctl", "-D", self.directory + "/data", "-w", "-l", self.directory + "/log", "-o",
                 f"-c listen_addresses='' -k {self.directory} -c shared_buffers=1GB -c work_mem=256MB "
                 "-c max_parallel_workers_per_gather=2 -c effective_cache_size=8GB -c random_page_cost=1.1 -c jit=off",
                 "start")

    def run(self, program, *given, **more):
        return subprocess.run([os.path.join(self.programs, program), *given], check=True, user=self.user, cwd="/",
                              capture_output=True, text=True, **more).stdout

    def ask(self, text):
        return self.run("psql", "-h", self.directory, "-d", "postgres", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                        input=text)

    def cpu_seconds(self):
        """Returns the user and system time of all its processes, ended and running."""
        with open(os.path.join(self.directory, "data", "postmaster.pid")) as first:
            mother = first.readline().strip()
        with open(f"/proc/{mother}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.run("pg_ctl", "-D", self.directory + "/data", "-m", "fast", "stop")
        shutil.rmtree(self.directory)
