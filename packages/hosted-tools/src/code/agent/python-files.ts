/**
 * The part of the agent that reads and writes files for the service, and tries to leave the sandbox. It follows no links, so code
 * cannot change what a path of the service means.
 */
export const pythonFiles = String.raw`
def scan():
    found, folders, seen, skipped = {}, [("", 0)], 0, 0
    while folders:
        folder, depth = folders.pop()
        try: entries = os.scandir(os.path.join(WORK, folder))
        except OSError: continue
        with entries:
            for entry in entries:
                seen += 1
                if seen > 20000: return found, skipped + 1
                path = folder + "/" + entry.name if folder else entry.name
                try:
                    path.encode("utf-8")
                    info = entry.stat(follow_symlinks=False)
                except (OSError, UnicodeError):
                    skipped += 1
                    continue
                if stat.S_ISDIR(info.st_mode):
                    if depth < 8 and entry.name != "__pycache__": folders.append((path, depth + 1))
                elif stat.S_ISREG(info.st_mode) and info.st_nlink == 1 and path.isprintable() and len(path) <= 400:
                    found[path] = (info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino)
                else: skipped += 1
    return found, skipped

def open_within(path, flags, make=False):
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts): raise OSError(errno.EINVAL, "invalid path")
    folder = os.open(WORK, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            if make:
                try: os.mkdir(part, 0o755, dir_fd=folder)
                except FileExistsError: pass
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644, dir_fd=folder)
    finally: os.close(folder)

def read_file(ask):
    file = open_within(ask["path"], os.O_RDONLY)
    try:
        info = os.fstat(file)
        if not stat.S_ISREG(info.st_mode) or info.st_nlink != 1: raise OSError(errno.EINVAL, "not a regular file")
        return {"data": base64.b64encode(os.pread(file, ask["length"], ask["offset"])).decode(), "size": info.st_size}
    finally: os.close(file)

def write_file(ask):
    file = open_within(ask["path"], os.O_WRONLY | os.O_CREAT | (0 if ask["offset"] else os.O_TRUNC), True)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode): raise OSError(errno.EINVAL, "not a regular file")
        data, at = base64.b64decode(ask["data"]), ask["offset"]
        while data:
            count = os.pwrite(file, data, at)
            data, at = data[count:], at + count
        return {}
    finally: os.close(file)

def remove_file(ask):
    os.unlink(os.path.join(WORK, ask["path"]))
    return {}

def probe(ask):
    def succeeds(attempt):
        try: return attempt() is not False
        except OSError: return False
    def readable(one):
        info = os.stat(one["path"])
        return os.access(one["path"], os.R_OK) and (info.st_dev, info.st_ino) == (one["device"], one["inode"])
    def connects():
        with socket.create_connection(("127.0.0.1", ask["port"]), 1): return True
    def start_of(pid):
        try:
            with open("/proc/%d/stat" % pid) as file: return file.read().rpartition(")")[2].split()[19]
        except (OSError, IndexError): return None
    service = ask["service"]
    pid, start = service["pid"], start_of(service["pid"])
    # A sandbox may give the id of the service to another process.
    is_other_process = start is not None and service.get("startedAt") is not None and start != service["startedAt"]
    escapes = []
    if not is_other_process and succeeds(lambda: open("/proc/%d/environ" % pid, "rb").close()): escapes.append("environment")
    if any(succeeds(lambda: readable(one)) for one in ask["paths"]): escapes.append("files")
    if not is_other_process and succeeds(lambda: os.kill(pid, 0)): escapes.append("signal")
    if succeeds(connects) or any(name != "lo" for _, name in socket.if_nameindex()): escapes.append("network")
    return {"escapes": escapes}
`;
