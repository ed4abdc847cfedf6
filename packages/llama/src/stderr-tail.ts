/** Maximum length of the stored tail, in UTF-16 code units; the engine reports its failure reason in one or two lines. */
const maxLength = 300;
/** Of a line that does not end. */
const maxLineChars = 4_096;

/** Backtrace lines: addresses in libraries, frames of debuggers, of Node.js and of JavaScript, and their extra output. */
const traces = [
  /\[0x[\da-f]+\]\s*$/i,
  /^\s*#\d+\s/,
  /^\s*\d+: 0x/,
  /^\s+at /,
  /^\s*\[(?:New LWP|Thread debugging|Inferior)/,
  /^-+ .*stack trace -+$/i,
  /^\s*$/,
];
/** The build path of the engine is of no use to the operator. */
const folders = /(?:\/[\w.@+-]+)+\/(?=[\w.-]+:\d+)/g;

/**
 * The stderr tail of a model process. When the engine aborts, a native backtrace of many kilobytes follows the line
 * with the reason; only lines outside the backtrace are stored.
 */
export class StderrTail {
  #tail = '';
  #line = '';

  push(data: string): void {
    const lines = (this.#line + data).split('\n');
    this.#line = (lines.pop() ?? '').slice(0, maxLineChars);
    for (const line of lines) this.#tail = joined(this.#tail, line);
  }

  get text(): string {
    return joined(this.#tail, this.#line);
  }
}

function joined(tail: string, line: string): string {
  if (traces.some((trace) => trace.test(line))) return tail;
  return `${tail}${tail === '' ? '' : '; '}${line.trim().replace(folders, '')}`.slice(-maxLength);
}
