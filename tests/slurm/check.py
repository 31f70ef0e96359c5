#!/usr/bin/env python3
"""A batch on a cluster of two nodes on this machine: its results are those of one process. usage: check.py RELIT POISON [--node-loss]

2,000 programs, of which 40 take long by a library that is preloaded (tests/support/poison); a task is killed, its shard is found by status and submitted again. With --node-loss a node with all that runs on it
is killed, too, and Slurm gives its tasks to the other one, which takes some minutes. Exits with 77 where Slurm is not installed.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import cluster

RELIT, POISON = (str(pathlib.Path(one).resolve()) for one in sys.argv[1:3])
UNITS = 2000


def relit(environment, *words, code=0):
    done = subprocess.run([RELIT, *words], env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode != code:
        raise AssertionError(f"relit {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def results(store):
    folder = pathlib.Path(store, "results")
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def expect(is_true, text):
    if not is_true:
        raise AssertionError(text)


def process_of(store):
    """A process that works on a shard, as its note says; None: there is none."""
    for note in pathlib.Path(store, "running").glob("*/run.json"):
        try:
            text = note.read_text()
        except OSError:
            continue
        return int(text.split('"process": ')[1].split(",")[0])
    return None


def wait_until(what, is_there, seconds=60):
    end = time.monotonic() + seconds
    while not is_there():
        expect(time.monotonic() < end, f"no {what} after {seconds} s")
        time.sleep(0.02)


def check_batch(slurm, store, quiet, fail):
    """Runs the plan on the cluster while `fail` happens, and what lacks results then."""
    environment = slurm.environment
    planned = relit(environment, "batch", "plan", "translate", "in", "--isa", "nv2a", "--to", "spirv", "--out", store, "--shard-seconds", "2")
    expect(f"{UNITS} units" in planned, planned)
    print(planned.strip(), flush=True)
    submitted = relit(environment, "batch", "submit", store, "--slurm", "--mem", "500", "--time", "10")
    print(submitted.strip(), flush=True)
    fail(slurm, store)
    slurm.wait_for_jobs(400)
    left = relit(environment, "batch", "resubmit", store, "--slurm").strip()
    if left:
        print(f"lack results: {left}", flush=True)
        print(relit(environment, "batch", "status", store, code=1).strip()[:1000], flush=True)
        print(relit(environment, "batch", "submit", store, "--slurm").strip(), flush=True)
        slurm.wait_for_jobs(400)
    expect("no shard lacks results" in relit(environment, "batch", "submit", store, "--slurm"), "shards lack results")
    checked = relit(environment, "batch", "check", store)
    expect(f"{UNITS} units: {UNITS} results" in checked, checked)
    expect(results(store) == quiet, "the results are not those of one process")
    return left


def kill_a_task(slurm, store):
    found = []
    wait_until("task", lambda: found.append(process_of(store)) or found[-1])
    os.kill(found[-1], signal.SIGKILL)


def kill_a_node(slurm, store):
    wait_until("task on n2", lambda: slurm.family_of("n2"))
    killed = slurm.kill_node("n2")
    print(f"n2 is killed, with {killed} processes of its tasks", flush=True)
    slurm.wait_for("task that runs again", lambda: "Restarts=1" in slurm.run("scontrol", "show", "job"), 120)


def main():
    if not cluster.is_installed():
        print("Slurm is not installed: packages slurm-wlm and munge")
        return 77
    with tempfile.TemporaryDirectory(prefix="relit_slurm_") as folder:
        os.chdir(folder)
        os.mkdir("cluster")
        environment = dict(os.environ)
        relit(environment, "sample", "nv2a", "--count", str(UNITS), "--seed", "1", "--out", "in")
        for number in range(25, UNITS, 50):
            path = pathlib.Path(f"in/{number // 1000:06}/nv2a-{number}.bin")
            path.rename(path.with_suffix(".slow"))
        relit(environment, "batch", "translate", "in", "--isa", "nv2a", "--to", "spirv", "--out", "quiet", "--jobs", "1")
        quiet = results("quiet")
        expect(len(quiet) == UNITS, f"{len(quiet)} results")
        with cluster.Cluster(pathlib.Path(folder, "cluster")) as slurm:
            slurm.environment["LD_PRELOAD"] = POISON
            try:
                expect(check_batch(slurm, "store", quiet, kill_a_task), "no shard lacks results though its task was killed")
                if "--node-loss" in sys.argv:
                    check_batch(slurm, "lost", quiet, kill_a_node)
            except (AssertionError, RuntimeError):
                print(slurm.logs())
                raise
    print("the cluster gives what one process gives")
    return 0


sys.exit(main())
