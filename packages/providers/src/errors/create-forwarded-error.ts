import {
  asText,
  asObject,
  nestsDeeper,
  type ForwardedError,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from '@org/engine';
import type { UpstreamMessages } from '../transport/upstream-options.js';
import { cleanText } from './clean-text.js';
import type { ReadableError } from './error-body.js';
import type { TextRedactor } from './redactor.js';
import { upstreamMessage } from './upstream-message.js';

/** Maximum depth and length of the details that clients receive. */
const maxDetailsDepth = 8;
const maxDetailsCharacters = 8 * 1024;
const maxParamCharacters = 300;

/** How an upstream's error becomes the client's. */
export interface ForwardingTerms {
  readonly status: ForwardedError['status'];
  readonly dialect: ForwardedError['dialect'];
  /** Whether the client speaks the dialect of the upstream: then the message stays unchanged. */
  readonly sameDialect: boolean;
  readonly mode: UpstreamMessages;
  readonly redactor: TextRedactor;
}

/** What clients may see of an upstream's error about their request. `error` undefined: its body is malformed. */
export function createForwardedError(
  error: ReadableError | undefined,
  { status, dialect, sameDialect, mode, redactor }: ForwardingTerms,
): ForwardedError {
  if (error === undefined) return { status, dialect };
  const { details } = error;
  const names = {
    ...wordMember('type', details['type'], redactor),
    ...wordMember('code', details['code'], redactor),
  };
  const message =
    mode === 'hide' ? undefined : cleanText(sameDialect ? error.message : upstreamMessage(error.message), redactor);
  if (message === undefined) return { status, dialect, ...names };
  const param = cleanText(asText(details['param']) ?? '', redactor, maxParamCharacters);
  const more = cleanDetails(asObject(details['details']), redactor);
  return {
    status,
    dialect,
    message,
    ...names,
    ...(param !== undefined && { param }),
    ...(more !== undefined && { details: more }),
  };
}

/** A member whose value is one word of the API. */
function wordMember(name: 'type' | 'code', value: unknown, redactor: TextRedactor): { type?: string; code?: string } {
  return typeof value === 'string' && /^[\w.:/-]{1,100}$/.test(value) && redactor.accepts(value)
    ? { [name]: value }
    : {};
}

/** The details with clean texts; `undefined` when they are large, or hold a text that has to be hidden. */
function cleanDetails(details: JsonObject | undefined, redactor: TextRedactor): JsonObject | undefined {
  if (details === undefined) return undefined;
  const text = JSON.stringify(details);
  if (text.length > maxDetailsCharacters || nestsDeeper(text, maxDetailsDepth)) return undefined;
  const clean = cleanValue(details, redactor);
  return isObject(clean) && redactor.accepts(JSON.stringify(clean)) ? clean : undefined;
}

/** Members in which gateways repeat the request or the model's output. */
const repeatingMembers: ReadonlySet<string> = new Set(['input', 'failed_generation', 'raw', 'body', 'request']);

/** A hidden text becomes undefined, and with it its member. */
function cleanValue(value: JsonValue | undefined, redactor: TextRedactor): JsonValue | undefined {
  if (typeof value === 'string') return value === '' ? value : cleanText(value, redactor);
  if (typeof value === 'number') return redactor.accepts(String(value)) ? value : undefined;
  if (isList(value)) return value.map((element) => cleanValue(element, redactor) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const clean = repeatingMembers.has(name) || !redactor.accepts(name) ? undefined : cleanValue(member, redactor);
    return clean === undefined ? [] : [[name, clean]];
  });
  return Object.fromEntries(members);
}
