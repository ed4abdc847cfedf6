import type { Steps } from '@org/engine/storage';
import { endOfString } from './json-ranges.js';

/** Bytes of a string that a step parses. */
const segmentBytes = 262_144;
/** More than an escape or a character has. */
const maxUnitBytes = 8;

const backslash = 0x5c;
const lowerU = 0x75;

/**
 * Parses the string from its quote at `start`, which `JSON.stringify` wrote. What has no escapes is decoded at once, in some
 * 20 ms for 31 MB: as segments it would be in memory twice.
 */
export function* parseLongString(json: Buffer, start: number): Steps<{ readonly text: string; readonly end: number }> {
  const segments: string[] = [];
  /** Where the bytes without escapes begin that are still to be decoded. */
  let plain = start + 1;
  for (let from = plain; ;) {
    const limit = Math.min(json.length, from + segmentBytes);
    const end = endOfString(json.subarray(0, limit), from - 1);
    const isLast = end < limit || limit === json.length;
    const to = isLast ? end - 1 : endOfSegment(json, limit - 2 * maxUnitBytes);
    if (json.subarray(from, to).includes(backslash)) {
      if (from > plain) segments.push(json.toString('utf8', plain, from));
      segments.push(JSON.parse(`"${json.toString('utf8', from, to)}"`) as string);
      plain = to;
    }
    if (isLast) {
      if (to > plain) segments.push(json.toString('utf8', plain, to));
      return { text: segments.length === 1 ? (segments[0] ?? '') : segments.join(''), end };
    }
    yield;
    from = to;
  }
}

/** The first offset from `to` on that is neither in a character nor in an escape. */
function endOfSegment(json: Buffer, to: number): number {
  for (let at = to - maxUnitBytes; at < to; at += 1) {
    if (json[at] !== backslash || !startsEscape(json, at)) continue;
    const end = at + (json[at + 1] === lowerU ? 6 : 2);
    if (end > to) return end;
  }
  let at = to;
  while (isContinuation(json[at])) at += 1;
  return at;
}

/** Whether an even number of backslashes precedes the one at `at`. */
function startsEscape(json: Buffer, at: number): boolean {
  let start = at;
  while (json[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
