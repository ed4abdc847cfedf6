/**
 * The part of the agent that runs Python code, in a process of its own: one namespace for all cells, as in a notebook. It
 * reports the return code of each cell.
 */
export const pythonWorker = String.raw`
def run_cell(code, names, number):
    name = "<cell %d>" % number
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    try:
        tree = ast.parse(code, name)
        last = tree.body.pop().value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last), name, "eval"), names)
            if value is not None:
                names["_"] = value
                print(repr(value))
        return 0
    except SystemExit as error:
        if error.code is None or isinstance(error.code, int): return (error.code or 0) & 255
        print(error.code, file=sys.stderr)
        return 1
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == "<string>": trace = trace.tb_next
        try: traceback.print_exception(type(error), error, trace, limit=30)
        except BaseException: os.write(2, (type(error).__name__ + "\n").encode())
        trace = None
    # Cycles keep the frames of an error, which can be all of the memory.
    gc.collect()
    return 1

def save_plots(number):
    # What a notebook would show becomes a file.
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None: return
    for index, figure in enumerate(pyplot.get_fignums()):
        pyplot.figure(figure).savefig(os.path.join(WORK, "plot-%d-%d.png" % (number, index + 1)))
    pyplot.close("all")

def reap_children():
    # What earlier calls have started counts among the processes of the container until it is waited for.
    try:
        while os.waitpid(-1, os.WNOHANG)[0]: pass
    except OSError: pass

def serve(tasks, done):
    own, number = os.getpid(), 0
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    sys.argv = [""]
    sys.path[:0] = [WORK]
    sys.stdin = open(0)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    with open(tasks, "rb") as source:
        for line in source:
            number += 1
            token, text = json.loads(line)
            reap_children()
            code = run_cell(text, main.__dict__, number)
            if os.getpid() != own: os._exit(code)
            try: save_plots(number)
            except BaseException: traceback.print_exc()
            for stream in (sys.stdout, sys.stderr):
                try: stream.flush()
                except BaseException: pass
            os.write(done, ("\n%s %d\n" % (token, code)).encode())
    os._exit(0)
`;
