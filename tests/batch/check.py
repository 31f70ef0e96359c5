#!/usr/bin/env python3
"""Batches in which things fail: the results are those of a quiet run. usage: check.py RELIT POISON [NAME...]

POISON is a library to preload (tests/support/poison). With names only these tests run.
"""
import contextlib
import http.server
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

RELIT, POISON = (str(pathlib.Path(one).resolve()) for one in sys.argv[1:3])
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
UNITS = 300
TRANSLATE = ("translate", "in", "--isa", "nv2a", "--to", "spirv")


def environment_of(poisoned=False, **more):
    taken = ("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "CI_NODE_INDEX", "CI_NODE_TOTAL")
    environment = {name: value for name, value in os.environ.items() if name not in taken}
    return environment | more | ({"LD_PRELOAD": POISON} if poisoned else {})


def relit(*words, code=0, program=RELIT, **how):
    """Standard output; the exit code must be this one, or one of these."""
    done = subprocess.run([program, *words], env=environment_of(**how), capture_output=True, text=True, timeout=300)
    codes = code if isinstance(code, tuple) else (code,)
    if done.returncode not in codes:
        raise AssertionError(f"relit {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def begin(*words, **how):
    return subprocess.Popen([RELIT, *words], env=environment_of(**how), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)


def results(store):
    folder = pathlib.Path(store, "results")
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def plan(store, seconds=1, code=0):
    return relit("batch", "plan", *TRANSLATE, "--out", store, "--shard-seconds", str(seconds), code=code)


def shards(store):
    return [int(line) for line in relit("batch", "resubmit", store).splitlines() if line.isdigit()]


def work_until_done(store, jobs=2, **how):
    """What a scheduler does: shards that lack results are given again."""
    for _ in range(20):
        left = shards(store)
        if not left:
            return
        for shard in left:
            relit("batch", "work", store, "--shard", str(shard), "--jobs", str(jobs), code=(0, 1), **how)
    raise AssertionError(f"{store}: shards still lack results: {left}")


def expect(is_true, text):
    if not is_true:
        raise AssertionError(text)


def expect_same(store, quiet="quiet"):
    there, wanted = results(store), results(quiet)
    expect(there.keys() == wanted.keys(), f"{store}: {len(there.keys() ^ wanted.keys())} results lack or are too many")
    expect(there == wanted, f"{store}: results differ")
    expect("hash of the results" in relit("batch", "check", store, code=(0, 1)), "check")


def workers_of(process):
    text = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(one) for one in text.split()]


# ---- the tests, in a folder with 300 programs in `in` and a quiet run's store


def test_shards_and_order():
    """Any order of shards, number of workers and form of the shard."""
    plan("backwards")
    for shard in reversed(shards("backwards")):
        relit("batch", "work", "backwards", "--shard", str(shard), "--jobs", "3")
    expect_same("backwards")
    count = len(shards_of("backwards"))
    expect(count >= 3, f"{count} shards")
    ways = {"slurm": [{"SLURM_ARRAY_TASK_ID": str(i + 1)} for i in range(count)],
            "kubernetes": [{"JOB_COMPLETION_INDEX": str(i)} for i in range(count)],
            "ci": [{"CI_NODE_INDEX": str(i + 1), "CI_NODE_TOTAL": "2"} for i in range(2)]}
    for store, environments in ways.items():
        plan(store)
        for environment in environments:
            expect(shards(store), f"{store}: complete too early")
            relit("batch", "work", store, "--jobs", "1", **environment)
        expect_same(store)
        relit("batch", "check", store)


def shards_of(store):
    lines = pathlib.Path(store, "units.jsonl").read_text().splitlines()
    return sorted({int(line.split('"shard":')[1].split(",")[0]) for line in lines})


def test_several_at_once():
    """Shards at the same time, each of them twice."""
    plan("twice")
    runs = [begin("batch", "work", "twice", "--shard", str(shard), "--jobs", "1") for shard in shards("twice") * 2]
    for run in runs:
        text, _ = run.communicate(timeout=300)
        expect(run.returncode == 0, text)
    expect_same("twice")
    expect(not list(pathlib.Path("twice/running").iterdir()), "something is left in running/")


def test_killed_workers():
    plan("killed", 100)
    run = begin("batch", "work", "killed", "--shard", "1/1", "--jobs", "3")
    random.seed(1)
    kills = 0
    while run.poll() is None:
        try:
            process = random.choice(workers_of(run))
            os.kill(process, signal.SIGKILL)
            kills += 1
        except (OSError, IndexError):
            pass
        time.sleep(0.03)
    run.communicate()
    expect(run.returncode in (0, 1) and kills > 1, f"exit code {run.returncode} after {kills} kills")
    for _ in range(10):
        relit("batch", "work", "killed", "--shard", "1/1", "--retry", code=(0, 1))
    expect_same("killed")


def test_killed_supervisors():
    """SIGKILL and SIGTERM of `plan`, `work` and `merge` at any time: the same command goes on."""
    random.seed(2)
    for seconds in (0.01, 0.03, 0.06):
        run = begin("batch", "plan", *TRANSLATE, "--out", "ended", "--shard-seconds", "1")
        time.sleep(seconds)
        run.kill()
        run.communicate()
    plan("ended")
    died = 0
    for step in range(8):
        run = begin("batch", "work", "ended", "--shard", "1/1", "--jobs", "2")
        while run.poll() is None and not list(pathlib.Path("ended/running").glob("*/run.json")):
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.15))
        run.send_signal(signal.SIGTERM if step % 2 else signal.SIGKILL)
        run.communicate()
        status = relit("batch", "status", "ended", code=(0, 1))
        died += "died: host" in status
    expect(died > 0 or not shards("ended"), "status finds no process that died")
    work_until_done("ended")
    expect_same("ended")
    for seconds in (0.02, 0.05, 0.1):
        run = begin("batch", "merge", "ended", "quiet", "--out", "all")
        time.sleep(seconds)
        run.kill()
        run.communicate()
    relit("batch", "merge", "ended", "quiet", "--out", "all")
    expect_same("all")


def test_poison():
    """Units that crash, are killed, hang or take memory are quarantined, and all others have their results."""
    for name in ("crash", "killed", "hang", "hog"):
        shutil.copy("in/000000/nv2a-7.bin", f"poisoned/a.{name}")
        with open(f"poisoned/a.{name}", "ab") as file:
            file.write(b"\0" * 16 * (1 + len(name)))  # so that no two are the same
    words = ("batch", "plan", "translate", "poisoned", "--isa", "nv2a", "--to", "spirv", "--out", "sick")
    relit(*words)
    text = relit("batch", "work", "sick", "--shard", "1/1", "--jobs", "2", "--time-limit", "1", "--memory-limit", "400",
                 code=1, poisoned=True)
    for reason in ("a.crash: warning: quarantined: it was ended by SIGSEGV; crash at", "a.killed: warning: quarantined: it was ended by SIGKILL",
                   "a.hang: warning: quarantined: time limit on the clock, 4 s", "a.hog: warning: quarantined: memory limit, 400 MiB"):
        expect(reason in text, f"{reason} is not in\n{text}")
    expect(not shards("sick"), "quarantined units lack no result")
    relit("batch", *words[2:-1], "healthy")
    expect(len(results("sick")) == 20 and results("sick").items() <= results("healthy").items(), "results beside poison differ")
    relit("batch", "check", "sick")
    relit("batch", "work", "sick", "--shard", "1/1", "--retry", code=(0, 1))  # without the poison
    expect(results("sick") == results("healthy"), "what was quarantined has no result")


def test_corrupt_results():
    plan("corrupt")
    relit("batch", "work", "corrupt", "--shard", "1/1")
    random.seed(3)
    names = sorted(results("corrupt"))
    hurt = random.sample(names, 9)
    for name in hurt:
        path = pathlib.Path("corrupt/results", name)
        data = bytearray(path.read_bytes())
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        path.write_bytes(data)
    text = relit("batch", "check", "corrupt", code=1)
    expect(f"{len(hurt)} damaged" in text, text)
    pathlib.Path("corrupt/results", names[0][:2], "stray").write_text("of nobody")
    expect("1 foreign" in relit("batch", "check", "corrupt", code=1), "a file of nobody is not found")
    os.remove(pathlib.Path("corrupt/results", names[0][:2], "stray"))
    text = relit("batch", "work", "corrupt", "--shard", "1/1", code=(0, 1))
    expect(text.count("is damaged and is made again") == len(hurt), text)
    expect(f"{UNITS - len(hurt)} were there" in text, text)
    expect_same("corrupt")
    relit("batch", "check", "corrupt")


def test_merge():
    """Machines with no common folder: each has the plan and its shards; the order of stores does not matter."""
    plan("all_shards")
    stores = []
    for shard in shards("all_shards"):
        shutil.copytree("all_shards", f"machine{shard}")
        relit("batch", "work", f"machine{shard}", "--shard", str(shard))
        stores.append(f"machine{shard}")
    relit("batch", "merge", *stores, "--out", "merged")
    relit("batch", "merge", *reversed(stores), "--out", "merged2")
    relit("batch", "merge", *stores[:2], "--out", "half")
    relit("batch", "merge", *stores[2:], "half", "--out", "merged3")
    for store in ("merged", "merged2", "merged3"):
        expect_same(store)
        relit("batch", "check", store)
        expect(pathlib.Path(store, "units.jsonl").read_bytes() == pathlib.Path("merged/units.jsonl").read_bytes(), "units")
    relit("batch", "plan", "translate", "in", "--isa", "nv2a", "--out", "another")
    expect("another plan" in relit("batch", "merge", "merged", "another", "--out", "none", code=2), "two plans merge")
    expect(not pathlib.Path("none").exists(), "a store is made though nothing can be merged")


def test_two_builds():
    """A program with one more byte is another build."""
    shutil.copy(RELIT, "other_build")
    with open("other_build", "ab") as file:
        file.write(b"\0")
    plan("pool")
    text = relit("batch", "work", "pool", "--shard", "1", program="./other_build", code=2)
    expect("another build of the program" in text, text)
    expect(not results("pool"), "another build has written results")
    relit("batch", "plan", *TRANSLATE, "--out", "pool2", program="./other_build")
    expect("another build" in relit("batch", "merge", "pool", "pool2", "--out", "none", code=2), "builds mix")
    relit("batch", "work", "pool2", "--shard", "1/1", program="./other_build")
    expect(not results("pool2").keys() & results("quiet").keys(), "results of two builds have the same key")
    os.remove("other_build")


def test_changed_inputs():
    shutil.copytree("in", "changing")
    words = ("batch", "plan", "translate", "changing", "--isa", "nv2a", "--to", "spirv", "--out", "changed")
    relit(*words)
    shutil.copy("changing/000000/nv2a-1.bin", "changing/000000/nv2a-2.bin")
    os.remove("changing/000000/nv2a-3.bin")
    text = relit("batch", "work", "changed", "--shard", "1/1", code=3)
    expect("nv2a-2.bin: error: its contents are not those of the plan" in text, text)
    expect("nv2a-3.bin: cannot open" in text, text)
    expect(len(results("changed")) == UNITS - 2, "others have results")
    expect(shards("changed") == [1], "the shard lacks results")


def test_full_disk():
    """A file system of 600 KiB: a clear error, what is finished stays, and the run goes on when there is space."""
    script = ("mount -t tmpfs -o size=600k none full && "
              f"{RELIT} batch plan {' '.join(TRANSLATE)} --out full/store && "
              f"{{ {RELIT} batch work full/store --shard 1/1 || echo exit $?; }}; {RELIT} batch status full/store || true; "
              f"ls full/store/results | wc -l; mount -o remount,size=100m full && {RELIT} batch work full/store --shard 1/1; "
              "cp -r full/store after_full")
    os.makedirs("full", exist_ok=True)
    done = in_own_mounts(script)
    if done is None:
        return "no file system can be mounted here"
    expect("the run stops: " in done.stderr and "No space left on device" in done.stderr, done.stderr + done.stdout)
    expect("exit 3" in done.stdout, done.stdout)
    expect_same("after_full")
    return None


def in_own_mounts(script):
    """Runs a script that mounts file systems; nothing if that cannot be done here."""
    for own in (["unshare", "-m"], ["unshare", "-r", "-m"]):
        if subprocess.run([*own, "sh", "-c", "mount -t tmpfs -o size=600k none full"], capture_output=True).returncode == 0:
            return subprocess.run([*own, "sh", "-c", script], env=environment_of(), capture_output=True, text=True, timeout=300)
    return None


def test_full_disk_of_children():
    """The processes that make the documents of a report write to temporary files: if these have no space, no page is kept."""
    os.makedirs("full", exist_ok=True)
    os.mkdir("reported")
    shutil.copy(DATA / "gs/dither.gs.xz", "reported")  # only the documents of the children are larger than the space
    words = "reported --jobs 1"
    relit("batch", "report", *words.split(), "--out", "whole")
    script = ("mount -t tmpfs -o size=100k none /tmp; "
              f"{RELIT} batch report {words} --out pages; echo exit $?; {RELIT} batch status pages; umount /tmp; "
              f"{RELIT} batch report {words} --out pages")
    done = in_own_mounts(script)
    if done is None:
        return "no file system can be mounted here"
    text = done.stderr + done.stdout
    expect("the run stops: No space left on device" in text and "exit 3" in text, text)
    expect("1 unit: 0 done, 1 missing" in text, text)
    expect(results("pages") == results("whole"), "the pages differ from those of a quiet run")


def test_inputs_that_change_meanwhile():
    """Inputs that are replaced after they were hashed: they have no result, and the others run."""
    os.mkdir("moving")
    for i in range(1, 6):
        shutil.copy(f"in/000000/nv2a-{i}.bin", "moving")
    subprocess.run(["tar", "-C", "moving", "-cf", "archive.tar", "nv2a-1.bin", "nv2a-2.bin", "nv2a-3.bin"], check=True)
    subprocess.run(["tar", "-C", "moving", "-cf", "other.tar", "nv2a-1.bin", "nv2a-4.bin"], check=True)
    os.remove("moving/nv2a-4.bin")
    os.replace("archive.tar", "moving/archive.tar")
    for i in (1, 2, 3):
        os.remove(f"moving/nv2a-{i}.bin")
    shutil.copy("in/000000/nv2a-6.bin", "moving/a.slow")  # waits when a worker opens it
    shutil.copy("in/000000/nv2a-2.bin", "moving/b.bin")  # has the contents of a file of the archive
    words = ("batch", "translate", "moving", "--isa", "nv2a", "--to", "spirv", "--out", "moved", "--jobs", "1")
    run = begin(*words, poisoned=True)
    while run.poll() is None and not pathlib.Path("moved/units.jsonl").exists():
        time.sleep(0.005)
    shutil.copy("in/000000/nv2a-7.bin", "replacement.bin")
    os.replace("replacement.bin", "moving/a.slow")
    os.replace("other.tar", "moving/archive.tar")
    text, _ = run.communicate(timeout=300)
    expect(run.returncode == 3, f"exit code {run.returncode}\n{text}")
    expect("a.slow: error: its contents have changed since the run began" in text, text)
    for name in ("archive.tar/nv2a-2.bin", "archive.tar/nv2a-3.bin"):
        expect(f"{name}: error: the archive has changed since its files were listed" in text, text)
    expect("b.bin: error: has the contents of archive.tar/nv2a-2.bin, which has changed: run again" in text, text)
    expect("2 units: 2 done; 4 inputs cannot be read" in text, text)
    made = results("moved")
    relit(*words[:-4], "--out", "unmoved")
    expect(len(made) == 2 and made.items() <= results("unmoved").items(), "a result is not that of its key")
    relit(*words)
    expect(results("moved") == results("unmoved") and len(results("moved")) == 5, "the next run makes the results")


def batch_with_server(store, local):
    """Runs the batch with a cache in a folder and on a server over the folder `shared`: values given, absent and taken there."""
    server = begin("cache", "serve", "shared", "--listen", "127.0.0.1:0")
    url = re.search(r"http://[\d.:]+", server.stdout.readline())[0]
    try:
        relit("batch", *TRANSLATE, "--jobs", "3", "--out", store, "--cache", f"{local},{url}")
    finally:
        server.send_signal(signal.SIGTERM)
        said, _ = server.communicate(timeout=60)
    return [int(one) for one in re.search(r"(\d+) values given, (\d+) absent, (\d+) taken", said).groups()]


def test_shared_cache():
    """Workers share values by a server: another store with an empty folder of its own takes all from there."""
    given, absent, taken = batch_with_server("first", "local0")
    expect(given == 0 and absent >= UNITS and taken >= UNITS, f"first run: {given} given, {absent} absent, {taken} taken")
    for step in range(1, 4):  # the clients do without a server that answers late
        given, absent, taken = batch_with_server(f"second{step}", f"local{step}")
        expect(absent == 0, f"{absent} values of the first run are absent")
        relit("batch", "compare", "quiet", f"second{step}")
        if given >= UNITS:
            return
    raise AssertionError(f"second run: {given} values given")


class LyingServer(http.server.BaseHTTPRequestHandler):
    """Answers each look-up in one of four wrong ways, in turn, and takes nothing."""
    protocol_version = "HTTP/1.1"
    count = 0

    def do_GET(self):
        LyingServer.count += 1
        way = LyingServer.count % 4
        if way == 3:
            time.sleep(2)
        body = os.urandom(4000)
        with contextlib.suppress(OSError):
            self.send_response(500 if way == 1 else 200)
            self.send_header("Content-Length", str(len(body) + (9000 if way == 2 else 0)))
            self.end_headers()
            self.wfile.write(body)
        self.close_connection = way == 2

    def do_PUT(self):
        self.send_error(500)

    def log_message(self, *_):
        pass


def test_lying_cache():
    """A server that gives wrong bytes, errors, cut bodies and late answers: all are misses, and nothing wrong is kept."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), LyingServer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    cache = f"lied,http://127.0.0.1:{server.server_address[1]}"
    started = time.monotonic()
    relit("batch", *TRANSLATE, "--jobs", "2", "--out", "lying", "--cache", cache)
    took = time.monotonic() - started
    server.shutdown()
    expect(LyingServer.count > 0, "the server was not asked")
    expect(took < 60, f"{UNITS} units took {took:.0f} s")
    relit("batch", "compare", "quiet", "lying")
    relit("batch", *TRANSLATE, "--out", "after", "--cache", "lied")
    relit("batch", "compare", "quiet", "after")


def main():
    names = sys.argv[3:]
    tests = {name.removeprefix("test_"): test for name, test in globals().items() if name.startswith("test_")}
    bad = 0
    with tempfile.TemporaryDirectory(prefix="relit_batch_") as folder:
        os.chdir(folder)
        relit("sample", "nv2a", "--count", str(UNITS), "--seed", "1", "--out", "in")
        os.mkdir("poisoned")
        for i in range(1, 21):
            shutil.copy(f"in/000000/nv2a-{i}.bin", "poisoned")
        relit("batch", *TRANSLATE, "--out", "quiet", "--jobs", "1")
        for name in names or tests:
            started = time.monotonic()
            try:
                skipped = tests[name]()
                said = f"skipped: {skipped}" if skipped else "ok"
            except (AssertionError, subprocess.TimeoutExpired) as error:
                bad += 1
                said = f"FAILED: {error}"
            print(f"{name}: {said} ({time.monotonic() - started:.1f} s)", flush=True)
    return 1 if bad else 0


sys.exit(main())
