import { asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { errorTextOf } from './error-text-of.js';

const maxLocations = 16;

/** A name or an index in such a list. Its unions have names such as `list[Block]`. */
const listed = String.raw`(?:\\{0,7}['"][^'"\\]{1,200}\\{0,7}['"]|\d{1,6})`;
/**
 * Matches the list that validation libraries write of a path, as JSON or in Python notation. Commas are required: with
 * optional ones, a long number could be read as many lists, and the time would grow exponentially.
 */
const list = new RegExp(
  String.raw`\\{0,7}['"](?:loc|path)\\{0,7}['"]: ?[[(] ?(${listed}(?:, ?${listed}){0,15}),? ?[\])]`,
  'g',
);
/** Matches a path of several members in any notation: `a[0].b`, `a.0.b`, `/a/0/b`, `$.a[0]['b']`, `a -> 0 -> b`. */
const path =
  /(?<![\w./\\-])(?:#?\/|\$\.)?[a-z_]\w{0,63}(?:(?:\.|\/| -> )\w{1,64}|\[(?:\d{1,6}|['"]\w{1,64}['"])\]){1,16}/gi;
/** Matches a path without an index where it starts a sentence, or in quotes. */
const plainPath =
  /(?<=^|["'`\n]|: )[a-z_]\w{0,63}(?:\.\w{1,64}){0,8}(?=: )|(?<=["'`])[a-z_]\w{0,63}(?:\.\w{1,64}){1,8}(?=["'`])/g;

/**
 * Returns the paths in the sent body that an error names, as `tools.1.type`: first its `param`, then those of
 * validation errors, then those in its message. `text` is all of the upstream's text.
 */
export function errorLocations(details: ApiPayload, text: string): readonly string[] {
  const message = errorTextOf(details);
  const found = [
    asText(details['param']) ?? '',
    ...[...text.matchAll(list)].map(([, segments = '']) => segments),
    ...[...message.matchAll(plainPath)].map(([named]) => named),
    ...[message, text].flatMap((source) => [...source.matchAll(path)].map(([named]) => named).filter(hasIndex)),
  ];
  return [...new Set(found.map(normalized).filter((one) => one !== ''))].slice(0, maxLocations);
}

/** Whether a member is an index: without one, the text may be any word with a dot. */
function hasIndex(named: string): boolean {
  return /\W\d{1,6}(?!\w)/.test(named);
}

function normalized(named: string): string {
  const segments = named.slice(0, 500).match(/\w+/g) ?? [];
  const [first = ''] = segments;
  return (roots.has(first) ? segments.slice(1) : segments).join('.');
}

/** Names of the body itself. */
const roots: ReadonlySet<string> = new Set(['body', 'request', 'root']);
