// What code tries in order to leave its container or to harm the service. Each attempt prints ESCAPED where it succeeds.

/** Facts about the service that the attempts use. */
export interface ServiceFacts {
  readonly pid: number;
  readonly port: number;
  readonly secretFile: string;
  /** SHA-256 of the users of the host: an image has its own. */
  readonly hostUsers: string;
  readonly unixSocket: string;
  readonly abstractSocket: string;
}

/** An attempt, and the limit of its call. `ends`: it may end the process or reach a limit. */
export interface Attempt {
  readonly name: string;
  readonly code: string;
  readonly limitMs?: number;
}

const reaches = (family: string, address: string): string => `
import socket
s = socket.socket(socket.${family}, socket.SOCK_STREAM)
s.settimeout(2)
try:
    s.connect(${address})
    print("ESCAPED")
except OSError as e: print("no", e)
`;

const reads = (paths: readonly string[], hostUsers: string): string => `
import hashlib, os
for path in ${JSON.stringify(paths)}:
    try:
        with open(path, "rb") as file: data = file.read(100000)
        print("ESCAPED", path) if b"SECRET" in data or hashlib.sha256(data).hexdigest() == "${hostUsers}" or path == "/etc/shadow" else print("other", path)
    except OSError as e: print("no", path, e)
`;

/** Attempts to read or reach what belongs to the service. */
export function escapesTo({
  pid,
  port,
  secretFile,
  hostUsers,
  unixSocket,
  abstractSocket,
}: ServiceFacts): readonly Attempt[] {
  return [
    {
      name: 'read files of the host',
      code: reads(
        [
          ...['/etc/passwd', '/etc/shadow', secretFile, `/proc/${pid}/environ`, `/proc/${pid}/root/etc/passwd`],
          ...['/proc/1/root/etc/passwd', '/proc/self/root/etc/passwd', '../../../../etc/passwd', '/proc/1/environ'],
        ],
        hostUsers,
      ),
    },
    {
      name: 'read the environment of the service',
      code: 'import os\nprint(dict(os.environ))\nprint("ESCAPED" if "SERVICE_SECRET" in os.environ or any(v for n, v in os.environ.items() if n.lower().endswith("_proxy")) else "no")\nprint(open("/proc/self/environ").read())',
    },
    {
      name: 'read memory and pipes of the agent',
      code: `
import os
for path in ("/proc/1/mem", "/proc/1/fd/0", "/proc/1/fd/1", "/proc/1/maps"):
    try:
        os.close(os.open(path, os.O_RDWR)); print("ESCAPED", path)
    except OSError as e: print("no", path, e)
for number in range(3, 256):
    try:
        target = os.readlink("/proc/self/fd/%d" % number)
        if target.startswith("socket:"): print("ESCAPED", target)
    except OSError: pass
`,
    },
    {
      name: 'follow links out of the work folder',
      code: `
import os
for name, make in (("soft", os.symlink), ("hard", os.link)):
    for target in ("/etc/passwd", ${JSON.stringify(secretFile)}, "/proc/1/environ"):
        try: make(target, name + target.replace("/", "_"))
        except OSError as e: print("no", e)
print("done")
`,
    },
    {
      name: 'write outside the work folder',
      code: `
import os
for folder in ("/", "/usr", "/usr/bin", "/etc", "/mnt", "/proc/sys/kernel", "/sys"):
    try:
        open(os.path.join(folder, "escaped"), "w").write("x"); print("ESCAPED", folder)
    except OSError as e: print("no", folder, e)
for path in ("/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/user/max_user_namespaces"):
    try:
        open(path, "w").write("1"); print("ESCAPED", path)
    except OSError as e: print("no", path, e)
`,
    },
    { name: 'connect to the service', code: reaches('AF_INET', `("127.0.0.1", ${port})`) },
    { name: 'connect to the service over IPv6', code: reaches('AF_INET6', `("::1", ${port})`) },
    { name: 'connect to the metadata service', code: reaches('AF_INET', '("169.254.169.254", 80)') },
    { name: 'connect to a public address', code: reaches('AF_INET', '("1.1.1.1", 443)') },
    {
      name: 'resolve a name',
      code: 'import socket\ntry: print("ESCAPED", socket.getaddrinfo("example.com", 80))\nexcept OSError as e: print("no", e)',
    },
    { name: 'connect to a unix socket', code: reaches('AF_UNIX', JSON.stringify(unixSocket)) },
    { name: 'connect to an abstract socket', code: reaches('AF_UNIX', `"\\0${abstractSocket}"`) },
    {
      name: 'see interfaces of the host',
      code: 'import socket\nnames = [name for _, name in socket.if_nameindex()]\nprint("ESCAPED" if any(name != "lo" for name in names) else "no", names)',
    },
    {
      name: 'signal the service',
      code: `
import os, signal
for pid in (${pid}, os.getppid()):
    try: os.kill(pid, 0); print("ESCAPED" if pid == ${pid} and pid > 100 else "own", pid)
    except OSError as e: print("no", e)
print("ESCAPED" if len([p for p in os.listdir("/proc") if p.isdigit()]) > 20 else "few")
`,
    },
    {
      name: 'regain privileges',
      code: `
import ctypes, os, subprocess
libc = ctypes.CDLL(None, use_errno=True)
print("ESCAPED" if libc.unshare(0x10000000) == 0 else "no user namespace")
print("ESCAPED" if libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0 else "no mount")
print("ESCAPED" if libc.ptrace(16, 1, 0, 0) == 0 else "no ptrace")
print("ESCAPED" if subprocess.run(["unshare", "--user", "--map-root-user", "true"], capture_output=True).returncode == 0 else "no unshare")
for line in open("/proc/self/status"):
    if line.startswith(("CapEff", "CapPrm", "CapBnd")) and int(line.split()[1], 16): print("ESCAPED", line)
`,
    },
  ];
}

/** Attempts to exhaust the machine or to disturb the service. */
export const exhaustion: readonly Attempt[] = [
  {
    name: 'fork without end',
    code: 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass',
    limitMs: 2_000,
  },
  {
    name: 'start threads without end',
    code: 'import threading, time\nwhile True: threading.Thread(target=lambda: time.sleep(100), daemon=True).start()',
    limitMs: 4_000,
  },
  {
    name: 'create 10,000 files',
    code: 'for n in range(10000): open("f%d" % n, "w").write("x")',
    limitMs: 8_000,
  },
  {
    name: 'write 2 GB',
    code: 'with open("big", "wb") as file:\n  for _ in range(2048): file.write(b"x" * 1048576)',
  },
  {
    name: 'write a sparse file of 2 GB and one elsewhere',
    code: 'import os\nfor p in ("sparse", "/tmp/sparse", "/dev/shm/sparse"):\n  try:\n    with open(p, "wb") as file: file.truncate(2 << 30)\n  except OSError as e: print(e)\n',
  },
  { name: 'take 4 GB of memory', code: 'blocks = []\nwhile True: blocks.append(bytearray(64 << 20))' },
  {
    name: 'take memory in many processes',
    code: 'import os, time\nfor _ in range(15):\n  if os.fork() == 0:\n    block = b"x" * (100 << 20)\n    time.sleep(60)\ntime.sleep(60)',
    limitMs: 4_000,
  },
  {
    name: 'take memory in files that no process maps',
    code: 'import os\nfiles = []\nwhile True:\n  file = os.memfd_create("m"); files.append(file)\n  os.write(file, b"x" * (16 << 20))',
    limitMs: 4_000,
  },
  {
    name: 'loop without end and ignore signals',
    code: 'import signal\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except (OSError, ValueError): pass\nwhile True: pass',
    limitMs: 1_000,
  },
  {
    name: 'recurse without end',
    code: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1) + 1\nf(0)',
  },
  {
    name: 'match a regular expression without end',
    code: 'import re\nre.match("(a+)+$", "a" * 40 + "b")',
    limitMs: 1_000,
  },
  { name: 'print 100 MB without a newline', code: 'import sys\nfor _ in range(100): sys.stdout.write("x" * 1000000)' },
  {
    name: 'print NUL and broken UTF-8',
    code: 'import os\nos.write(1, b"a\\0b\\xff\\xfe\\xc3")\nos.write(2, b"\\xed\\xa0\\x80\\n")',
  },
  { name: 'exit at once', code: 'import os\nos._exit(3)' },
  { name: 'crash', code: 'import ctypes\nctypes.string_at(0)' },
  {
    name: 'end all processes that it sees',
    code: 'import os, signal\nfor pid in (1, -1):\n  try: os.kill(pid, signal.SIGKILL)\n  except OSError as e: print(e)',
  },
  {
    name: 'leave processes',
    code: 'import subprocess\nfor _ in range(5): subprocess.Popen(["sleep", "1000"], start_new_session=True)',
  },
  {
    name: 'write to every descriptor',
    code: 'import os\nfor n in range(3, 256):\n  try: os.write(n, b"{\\"id\\": 1, \\"stdout\\": \\"forged\\"}\\n0\\n" * 10)\n  except OSError: pass',
  },
];
