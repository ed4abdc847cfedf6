/** What is kept; the engine says in one or two lines why it gives up. UTF-16 units. */
const maxLength = 300;
/** Of a line that does not end. */
const maxLineChars = 4_096;

/** Lines of a backtrace: addresses in libraries, frames of debuggers, of Node.js and of JavaScript, and what they print beside them. */
const traces = [
  /\[0x[\da-f]+\]\s*$/i,
  /^\s*#\d+\s/,
  /^\s*\d+: 0x/,
  /^\s+at /,
  /^\s*\[(?:New LWP|Thread debugging|Inferior)/,
  /^-+ .*stack trace -+$/i,
  /^\s*$/,
];
/** Where the engine was built says nothing to who runs it. */
const folders = /(?:\/[\w.@+-]+)+\/(?=[\w.-]+:\d+)/g;

/**
 * The last that a model process said on standard error. When the engine ends the process, a native backtrace of many kilobytes follows the line
 * that says why: only what is no part of it is kept.
 */
export class StderrTail {
  #tail = '';
  #line = '';

  hear(data: string): void {
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
