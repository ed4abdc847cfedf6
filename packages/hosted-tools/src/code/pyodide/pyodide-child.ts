// Runs Python code with Pyodide. Tasks arrive as lines of JSON on stdin; descriptor 3 gets the return code of each. It is no
// sandbox of its own: it runs in namespaces, under Node's permission model, without the globals of JavaScript.
import { constants, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { pythonWorker } from '../agent/python-worker.js';
import { wheelFinder } from './wheel-finder.js';

interface Pyodide {
  runPython(code: string): unknown;
  mountNodeFS(path: string, folder: string): void;
  setStdout(options: { write(bytes: Uint8Array): number; isatty: boolean }): void;
  setStderr(options: { write(bytes: Uint8Array): number; isatty: boolean }): void;
  readonly globals: { get(name: string): (code: string) => number };
}

interface PyodideModule {
  loadPyodide(options: { indexURL: string; jsglobals: object; env: object }): Promise<Pyodide>;
}

const [, , indexUrl = '', folder = '', wheels] = process.argv;
/** Where Python finds the wheels. */
const wheelFolder = '/wheels';

// Node's permission model forbids process.binding, from which Pyodide's file system takes constants alone.
Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });

const start = `
import ast, gc, linecache, os, sys, traceback, types
WORK = ${JSON.stringify(folder)}
os.chdir(WORK)
sys.path[:0] = [WORK]
${pythonWorker.slice(0, pythonWorker.indexOf('def serve('))}
main = types.ModuleType("__main__")
main.__dict__["__builtins__"] = __builtins__
sys.modules["__main__"] = main
count = 0
def run_task(code):
    global count
    count += 1
    code = run_cell(code, main.__dict__, count)
    try: save_plots(count)
    except BaseException: traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try: stream.flush()
        except BaseException: pass
    return code
`;

const { loadPyodide }: PyodideModule = await import(pathToFileURL(`${indexUrl}/pyodide.mjs`).href);
const pyodide = await loadPyodide({
  indexURL: `${indexUrl}/`,
  jsglobals: { Object },
  env: { HOME: folder, MPLBACKEND: 'Agg' },
});
const output = (descriptor: number) => ({
  write: (bytes: Uint8Array) => writeSync(descriptor, bytes),
  isatty: false,
});
pyodide.setStdout(output(1));
pyodide.setStderr(output(2));
pyodide.runPython(`import os\nos.makedirs(${JSON.stringify(folder)}, exist_ok=True)`);
pyodide.mountNodeFS(folder, folder);
pyodide.runPython(start);
if (wheels !== undefined) {
  pyodide.runPython(`os.makedirs(${JSON.stringify(wheelFolder)})`);
  pyodide.mountNodeFS(wheelFolder, wheels);
  pyodide.runPython(`WHEELS = ${JSON.stringify(wheelFolder)}\n${wheelFinder}`);
}
writeSync(3, 'ready\n');

for await (const line of createInterface({ input: process.stdin })) {
  const [token, code]: [string, string] = JSON.parse(line);
  const result = pyodide.globals.get('run_task')(code);
  writeSync(3, `\n${token} ${result}\n`);
}
