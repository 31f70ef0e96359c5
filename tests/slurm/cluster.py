"""Slurm on this machine alone, as any user: munged, slurmctld and two slurmd with ports and folders of their own."""
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo")
PLACES = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def path_of(program):
    return shutil.which(program, path=PLACES)


def is_installed():
    return all(path_of(program) for program in PROGRAMS)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


CONFIGURATION = pathlib.Path(__file__).with_name("slurm.conf.in")


class Cluster:
    """With it jobs can be submitted, in the environment that run() uses."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.processes = {}
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))

    def __enter__(self):
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(list(self.processes.values())):
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def begin(self):
        self.folder.chmod(0o755)
        (self.folder / "state").mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.read_text().format(
            host=socket.gethostname().split(".")[0], ports=free_ports(3), user=getpass.getuser(), folder=self.folder))
        self.start("munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket", f"--key-file={key}",
                   f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                   f"--seed-file={self.folder}/munged.seed", "--num-threads=2")
        self.wait_for("munged", lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "-D", "-c")
        for node in ("n1", "n2"):
            self.start_node(node)
        self.wait_for("two idle nodes", lambda: self.run("sinfo", "-h", "-N", "-o", "%T").split() == ["idle", "idle"])

    def start_node(self, node):
        (self.folder / f"spool.{node}").mkdir(exist_ok=True)
        self.start("slurmd", "-D", "-N", node, name=node)

    def start(self, program, *arguments, name=None):
        log = open(self.folder / f"{name or program}.out", "wb")
        self.processes[name or program] = subprocess.Popen(
            [path_of(program), *arguments], env=self.environment, stdout=log, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, start_new_session=True)
        log.close()

    def kill_node(self, node):
        """Ends slurmd and all that runs on the node, as a loss of power does; gives how many processes of jobs there were."""
        slurmd = self.processes.pop(node)
        slurmd.kill()
        family = self.family_of(node)
        for process in family:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        slurmd.wait()
        return len(family)

    def family_of(self, node):
        """The processes of the node's jobs; first those of Slurm, which would tell of the end of the others."""
        parents, commands, members = {}, {}, set()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                commands[int(entry.name)] = (entry / "cmdline").read_bytes()
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                environment = (entry / "environ").read_bytes()
            except OSError:
                continue
            if str(self.folder).encode() in environment and f"SLURMD_NODENAME={node}\0".encode() in environment:
                members.add(int(entry.name))
        steps = {parents[one] for one in members if commands.get(parents[one], b"").startswith(b"slurmstepd")}
        return [*steps, *members]

    def run(self, program, *arguments):
        done = subprocess.run([path_of(program), *arguments], env=self.environment, capture_output=True, text=True,
                              timeout=60)
        return done.stdout

    def wait_for(self, what, is_there, seconds=60):
        end = time.monotonic() + seconds
        while not is_there():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise RuntimeError(f"{name} has ended:\n" + self.logs())
            if time.monotonic() > end:
                raise RuntimeError(f"no {what} after {seconds} s:\n" + self.logs())
            time.sleep(0.3)

    def wait_for_jobs(self, seconds):
        self.wait_for("end of all jobs", lambda: not self.run("squeue", "-h").strip(), seconds)

    def logs(self):
        return "".join(f"--- {path.name}\n" + "".join(path.read_text(errors="replace").splitlines(True)[-15:])
                       for path in sorted(self.folder.glob("*.out")) + sorted(self.folder.glob("*.log")))
