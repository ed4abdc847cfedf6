import { parsePlainNames, type Steps } from '@org/engine';
import { backslash, isContinuation } from './json-bytes.js';

const lowerU = 0x75;

/** Parses the string from its quote at `start` to `end` in segments of about `segmentBytes`. Throws `SyntaxError`. */
export function* parseLongString(bytes: Buffer, start: number, end: number, segmentBytes: number): Steps<string> {
  const segments: unknown[] = [];
  for (let from = start + 1; from < end - 1;) {
    const to = endOfSegment(bytes, from, Math.min(from + segmentBytes, end - 1), end - 1);
    segments.push(parsePlainNames(`"${bytes.toString('utf8', from, to)}"`));
    yield;
    from = to;
  }
  return segments.join('');
}

/** The first offset from `to` on that is neither in a character nor in an escape; `from` is one, too. */
function endOfSegment(bytes: Buffer, from: number, to: number, end: number): number {
  for (let at = Math.max(from, to - 5); at < to; at += 1) {
    if (bytes[at] !== backslash || !startsEscape(bytes, from, at)) continue;
    const escapeEnd = at + (bytes[at + 1] === lowerU ? 6 : 2);
    if (escapeEnd > to) return Math.min(escapeEnd, end);
  }
  let at = to;
  while (at < end && isContinuation(bytes[at])) at += 1;
  return at;
}

/** Whether an even number of backslashes precedes the one at `at`. */
function startsEscape(bytes: Buffer, from: number, at: number): boolean {
  let start = at;
  while (start > from && bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 0;
}
