import { pythonFiles } from './python-files.js';
import { pythonWorker } from './python-worker.js';

// The program that is process 1 of a sandbox with the host's Python. It starts the process that runs Python code, and shells,
// limits both, and reads and writes files for the service. Requests and replies are lines of JSON (agent-protocol.ts). The
// service trusts nothing that it reports: code in the sandbox can disturb it.

/** Source of the agent, for `python3 -c`. Its argument is an `AgentConfig`. */
export const pythonAgent =
  String.raw`
import ast, base64, errno, gc, json, linecache, os, resource, select, signal, socket, stat, sys, time, traceback, types
CONFIG = json.loads(sys.argv[1])
WORK = CONFIG["folder"]
ISOLATED = CONFIG["isolated"]
OUTPUT = CONFIG["maxOutputBytes"]
CHUNK = 65536
NICENESS = 10
SWEEP_SECONDS = 1
` +
  pythonWorker +
  String.raw`
def prctl(option, value):
    try:
        import ctypes
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except Exception:
        pass

def hide(value):
    # While it is not dumpable, code of the same user cannot read its memory or its pipes.
    prctl(4, value)

def lower_priority():
    # Where sessions share processors, a low priority counts within the session alone, and each starts with the normal one.
    for _ in range(4):
        try:
            with open("/proc/self/autogroup", "w") as file: file.write(str(NICENESS))
            return
        except BlockingIOError: time.sleep(0.11) # One change in a tenth of a second.
        except OSError: return

def child(files, run):
    pid = os.fork()
    if pid: return pid
    try:
        os.setsid()
        hide(1)
        lower_priority()
        if not ISOLATED: prctl(1, signal.SIGKILL)
        for number, target in enumerate(files[:3]): os.dup2(target, number)
        rest = [os.dup2(one, 200 + n) for n, one in enumerate(files[3:])]
        rest = [os.dup2(one, 3 + n) for n, one in enumerate(rest)]
        os.closerange(3 + len(rest), 256)
        for one in (signal.SIGCHLD, signal.SIGPIPE): signal.signal(one, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        os.chdir(WORK)
        limit()
        run(*rest)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(70)

def limit():
    def bound(kind, value):
        try: resource.setrlimit(kind, (value, value))
        except (ValueError, OSError): pass
    bound(resource.RLIMIT_CORE, 0)
    bound(resource.RLIMIT_AS, CONFIG["memoryBytes"])
    bound(resource.RLIMIT_FSIZE, CONFIG["maxFileBytes"])
    bound(resource.RLIMIT_NOFILE, 128)
    bound(resource.RLIMIT_MEMLOCK, 0)
    bound(resource.RLIMIT_MSGQUEUE, 0)
    bound(resource.RLIMIT_NPROC, CONFIG["maxProcesses"])

class Output:
    def __init__(self):
        self.read, self.write = os.pipe()
        os.set_blocking(self.read, False)
        self.kept, self.dropped = bytearray(), 0
    def pull(self, most=64):
        for _ in range(most):
            try: data = os.read(self.read, CHUNK)
            except BlockingIOError: return
            if not data: return
            room = OUTPUT - len(self.kept)
            self.kept += data[:max(room, 0)]
            self.dropped += max(len(data) - room, 0)
    def take(self):
        self.pull()
        text = bytes(self.kept).decode("utf-8", "replace")
        if self.dropped: text += "\n[%d more bytes omitted]" % self.dropped
        self.kept, self.dropped = bytearray(), 0
        return text
    def close(self):
        os.close(self.read)
        os.close(self.write)

class Worker:
    def __init__(self):
        self.out, self.err = Output(), Output()
        tasks, self.tasks = os.pipe()
        self.done, done = os.pipe()
        os.set_blocking(self.done, False)
        self.pid = child([NULL, self.out.write, self.err.write, tasks, done], serve)
        for one in (tasks, done): os.close(one)
        self.line, self.token = b"", ""
    def finished(self):
        try: data = os.read(self.done, CHUNK)
        except BlockingIOError: return None
        except OSError: return None
        # Code can write there, too: only a line with the token of this call counts.
        *lines, self.line = (self.line + data).split(b"\n")
        if len(self.line) > 4096: self.line = b""
        for line in lines:
            token, _, code = line.decode("utf-8", "replace").partition(" ")
            if token == self.token and code.isdigit(): return int(code)
        return None
    def close(self):
        kill(self.pid)
        for one in (self.tasks, self.done): os.close(one)
        self.out.close()
        self.err.close()

def kill(pid, sign=signal.SIGKILL, group=False):
    try: (os.killpg if group else os.kill)(pid, sign)
    except OSError: pass

exits = {}
def reap():
    while True:
        try: pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError: return
        if pid == 0: return
        exits[pid] = os.waitstatus_to_exitcode(status)

def others(kept):
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) in kept: continue
        try:
            with open("/proc/%s/stat" % name) as file: state = file.read().rpartition(")")[2].split()[0]
            if state not in "ZX": found.append(int(name))
        except (OSError, IndexError): pass
    return found

def sweep(worker):
    # Ends what a call has left. On a busy machine a killed process stays for a while: the kernel ends it later.
    # Processes that multiply faster than they are ended end with all others: then the variables are lost, too.
    if not ISOLATED: return
    killed, rounds, until = set(), 0, time.monotonic() + SWEEP_SECONDS
    while rounds < 10:
        reap()
        found = others({1, worker.pid if worker else 1})
        if killed.issuperset(found):
            if not found or time.monotonic() >= until: return
        else: rounds += 1
        killed.update(found)
        for pid in found: kill(pid)
        time.sleep(0.002)
    while others({1}):
        kill(-1)
        reap()
        time.sleep(0.002)

def memory_used(pids):
    total = 0
    for pid in pids:
        try:
            with open("/proc/%d/statm" % pid) as file: total += int(file.read().split()[1]) * 4096
            folder = "/proc/%d/fd" % pid
            for name in os.listdir(folder):
                path = folder + "/" + name
                if os.readlink(path).startswith("/memfd:"): total += os.stat(path).st_blocks * 512
        except (OSError, ValueError, IndexError): pass
    try:
        with open("/proc/sysvipc/shm") as file:
            for line in file.readlines()[1:]: total += int(line.split()[14])
    except (OSError, ValueError, IndexError): pass
    return total
` +
  pythonFiles +
  String.raw`
class Agent:
    def __init__(self):
        self.manifest, self.worker, self.run, self.input, self.fresh = {}, None, None, b"", True
    def start(self):
        self.worker = Worker()
    def reply(self, ask, fields):
        data = (json.dumps({"id": ask["id"], **fields}) + "\n").encode()
        while data: data = data[os.write(CONTROL_OUT, data):]
    def begin(self, ask):
        run = {"ask": ask, "until": time.monotonic() + ask["limitMs"] / 1000, "lost": False, "checked": 0, "reason": None}
        if ask["language"] == "python":
            if self.worker is None: self.start()
            worker = self.worker
            run.update(pid=worker.pid, out=worker.out, err=worker.err, shell=False)
            kill(worker.pid, signal.SIGCONT)
            self.run = run
            worker.token = os.urandom(8).hex()
            data = (json.dumps([worker.token, ask["code"]]) + "\n").encode()
            run["input"] = memoryview(data)
            os.set_blocking(worker.tasks, False)
        else:
            out, err = Output(), Output()
            def shell(): os.execvpe("bash", ["bash", "-c", ask["code"]], os.environ)
            run.update(pid=child([NULL, out.write, err.write], shell), out=out, err=err, shell=True, input=b"")
            self.run = run
    def feed(self):
        run = self.run
        if not run["input"]: return
        try: run["input"] = run["input"][os.write(self.worker.tasks, run["input"]):]
        except BlockingIOError: pass
        except OSError: run["input"] = b""
    def step(self):
        run = self.run
        self.feed()
        run["out"].pull()
        run["err"].pull()
        reap()
        code = exits.pop(run["pid"], None)
        if code is not None:
            if not run["shell"]: run["lost"] = True
            return self.end(code if code >= 0 else 128 - code)
        if not run["shell"]:
            code = self.worker.finished()
            if code is not None: return self.end(code)
        now = time.monotonic()
        if now >= run["until"]: run["reason"] = "time"
        elif ISOLATED and now >= run["checked"]:
            run["checked"] = now + 0.1
            if memory_used(others({1})) > CONFIG["memoryBytes"]: run["reason"] = "memory"
        if run["reason"]:
            kill(run["pid"])
            if run["shell"]: kill(run["pid"], group=True)
            run["lost"] = run["lost"] or not run["shell"]
            self.end(137)
    def end(self, code):
        run, worker = self.run, self.worker
        lost = run["lost"]
        if lost:
            kill(worker.pid, group=True)
            worker = None
        sweep(worker)
        reap()
        if worker is not None and worker.pid in exits: lost, worker = True, None
        if worker is not None: kill(worker.pid, signal.SIGSTOP)
        fields = {"returnCode": code, "stdout": run["out"].take(), "stderr": run["err"].take(), "variablesLost": lost}
        if run["reason"]: fields["reason"] = run["reason"]
        if run["shell"]:
            run["out"].close()
            run["err"].close()
        if lost:
            self.worker.close()
            reap()
            exits.clear()
            self.worker = None
        self.run = None
        self.reply(run["ask"], {**fields, **self.changes()})
        if self.worker is None: self.start()
    def changes(self):
        found, skipped = scan()
        changed = [{"path": path, "bytes": info[2]} for path, info in found.items() if self.manifest.get(path) != info]
        removed = [path for path in self.manifest if path not in found]
        self.manifest = found
        return {"changed": changed[:1000], "removed": removed[:1000], "skipped": skipped + max(len(changed) - 1000, 0)}
    def handle(self, ask):
        op = ask["op"]
        if op == "run": return self.begin(ask)
        try:
            if op == "read": fields = read_file(ask)
            elif op == "write": fields = write_file(ask)
            elif op == "remove": fields = remove_file(ask)
            elif op == "probe": fields = probe(ask)
            else:
                self.manifest, skipped = scan()
                fields = {}
        except OSError as error: fields = {"error": error.strerror or str(error)}
        self.reply(ask, fields)
    def serve(self):
        self.start()
        self.reply({"id": 0}, {"python": "%d.%d" % sys.version_info[:2]})
        poll = select.poll
        while True:
            wait = poll()
            for one in (CONTROL_IN, WAKE): wait.register(one, select.POLLIN)
            timeout = 1000
            if self.run is not None:
                for one in (self.run["out"], self.run["err"]): wait.register(one.read, select.POLLIN)
                if not self.run["shell"]:
                    wait.register(self.worker.done, select.POLLIN)
                    if self.run["input"]: wait.register(self.worker.tasks, select.POLLOUT)
                timeout = max(0, min(100, (self.run["until"] - time.monotonic()) * 1000))
            ready = dict(wait.poll(timeout))
            if WAKE in ready:
                try: os.read(WAKE, CHUNK)
                except BlockingIOError: pass
            if CONTROL_IN in ready:
                data = os.read(CONTROL_IN, CHUNK)
                if not data: return
                self.input += data
            if self.run is None and b"\n" in self.input:
                line, _, self.input = self.input.partition(b"\n")
                self.handle(json.loads(line))
            if self.run is not None: self.step()
            else: reap()

def redirect():
    quiet = os.open("/dev/null", os.O_RDWR)
    inner, outer = os.dup(0), os.dup(1)
    for number in (0, 1): os.dup2(quiet, number)
    return inner, outer, quiet

CONTROL_IN, CONTROL_OUT, NULL = redirect()
WAKE, waking = os.pipe()
for one in (WAKE, waking): os.set_blocking(one, False)
signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
signal.signal(signal.SIGCHLD, lambda *_: None)
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(one, signal.SIG_IGN)
try: open("/proc/self/oom_score_adj", "w").write("1000")
except OSError: pass
try: os.nice(NICENESS)
except OSError: pass
agent = Agent()
try:
    hide(0)
    agent.serve()
finally:
    if agent.run is not None: kill(agent.run["pid"], group=True)
    if agent.worker is not None: kill(agent.worker.pid, group=True)
    os._exit(0)
`;
