import { isList, isObject, type JsonObject, type JsonValue, type Warning, type UpstreamRequest } from '@org/engine';
import { withoutItemIds } from './without-item-ids.js';
import { refusedMembers } from '../compat/refused-members.js';

/** What of a request its upstream does not take: the path of a member, without numbers, a value of a list, or one of a header. */
export interface RefusedHint {
  readonly path?: readonly string[];
  /** Absent: all values. */
  readonly value?: string;
}

/** How servers of our dialects word it that refuse a request over a member that they do not know, or over its value. */
const wordings = [
  /([a-z_][\w.[\]]{0,200}): Extra inputs are not permitted/g,
  /(?:unknown|unsupported|unrecognized) (?:parameter|field|argument|value)s?:? [`'"]([a-z_][\w.[\]]{0,200})[`'"]/gi,
  /(?:is not supported with|must be verified)[^]{0,300}"param\\?": ?\\?"([a-z_][\w.[\]]{0,200})\\?"/g,
];

/** Anthropic's words, and those of Ollama: for a word that it has not, for a model without levels, for one without thoughts. */
const effortErrorPattern = /does not support (?:the effort parameter|thinking)|(?:invalid reasoning|think) value/i;
const effortPaths = ['output_config.effort', 'reasoning.effort'];

/** OpenAI's words for ids that it has not made itself: of other lengths and beginnings, as sessions have them that began elsewhere. */
const itemIdErrorPattern = /\binvalid \W?input\[\d+\]\.id\b/i;
const itemIds: RefusedHint = { path: ['input', 'id'] };

/** What a refusal is about, as far as it says so. */
export function refusedHints(text: string): readonly RefusedHint[] {
  const members = refusedMembers(text);
  // Gateways name what they made of it: a member of chat completions.
  const efforts = effortErrorPattern.test(text) || members.includes('reasoning_effort') ? effortPaths : [];
  const included = refusedIncludes(text);
  const ids = itemIdErrorPattern.test(text) ? [itemIds] : [];
  const paths = [
    ...wordings.flatMap((wording) => [...text.matchAll(wording)].map(([, path = '']) => path)),
    ...members,
    ...efforts,
  ];
  return [
    ...paths
      .map((path) => ({ path: path.split(/[.[\]]+/).filter((step) => /^[a-z_]+$/.test(step)) }))
      .filter(({ path: [root] }) => root !== undefined && (root !== 'include' || included.length === 0)),
    ...included,
    ...ids,
    ...refusedBetas(text),
  ];
}

/** Values that `include` has, but for those that a refusal only names as what it takes. */
function refusedIncludes(text: string): readonly RefusedHint[] {
  const [errorText = ''] = text.split(
    /(?:supported|allowed|valid|possible|permitted) values|expected one of|input should be|must be one of/i,
  );
  if (!/\b(?:invalid|unsupported|unknown|unrecognized|not (?:supported|allowed|available)|include)/i.test(errorText))
    return [];
  const values = [...new Set(errorText.match(includable))];
  // Checks of pydantic name the place, and what might stand there.
  return values.length === 0 && /\bloc\W{1,9}body\W{1,9}include\b/.test(errorText)
    ? [{ path: ['include'] }]
    : values.map((value) => ({ path: ['include'], value }));
}

const includable =
  /\b(?:file_search_call\.results|web_search_call\.(?:results|action\.sources)|message\.(?:input_image\.image_url|output_text\.logprobs)|computer_call_output\.output\.image_url|code_interpreter_call\.outputs|reasoning\.encrypted_content)\b/g;

function refusedBetas(text: string): readonly RefusedHint[] {
  if (/invalid beta flag/i.test(text)) return [{}];
  const [, quoted = ''] = /unexpected value\(s\) ([^]{1,400}?) for the \W?[\w-]{1,40}\W? header/i.exec(text) ?? [];
  return [...quoted.matchAll(/[\w-]+/g)].map(([value]) => ({ value }));
}

/**
 * The request without `hint`, if an answer means the same without it: `dispensable` has the names of such members, wherever they stand.
 * `undefined` for a hint that is not there, or that the answer depends on.
 */
export function withoutHint(
  request: UpstreamRequest,
  { path, value }: RefusedHint,
  dispensable: readonly string[],
): UpstreamRequest | undefined {
  if (path === undefined) return withoutHeaderValue(request, value);
  const [root = ''] = path;
  const leaf = path.at(-1) ?? root;
  if (root === 'input' && leaf === 'id') return withoutItemIds(request);
  const { [root]: found, ...others } = request.body;
  if (found === undefined) return undefined;
  if (value !== undefined)
    return isList(found) && found.includes(value) && dispensable.includes(root)
      ? {
          ...request,
          body: { ...others, ...listWithout(root, found, value) },
          warnings: [...request.warnings, { ...ignored(root), message: `The upstream does not take ${value}.` }],
        }
      : undefined;
  if (path.length === 1)
    return isDispensable(root, found, dispensable)
      ? { ...request, body: others, warnings: [...request.warnings, ignored(root)] }
      : undefined;
  const rest = dispensable.includes(leaf) ? without(found, leaf) : found;
  if (rest === found) return undefined;
  // What held nothing else says nothing any more.
  return {
    ...request,
    body: isObject(rest) && Object.keys(rest).length === 0 ? others : { ...others, [root]: rest },
    warnings: [...request.warnings, ignored(`${root}.${leaf}`)],
  };
}

function listWithout(name: string, list: readonly JsonValue[], value: string): JsonObject {
  const rest = list.filter((one) => one !== value);
  return rest.length === 0 ? {} : { [name]: rest };
}

/** A member that holds nothing else is as dispensable as what it holds. */
function isDispensable(name: string, value: JsonValue, dispensable: readonly string[]): boolean {
  return (
    dispensable.includes(name) || (isObject(value) && Object.keys(value).every((inner) => dispensable.includes(inner)))
  );
}

function withoutHeaderValue(
  { headers, ...request }: UpstreamRequest,
  value: string | undefined,
): UpstreamRequest | undefined {
  const withoutValue = (list: string): string =>
    value === undefined
      ? ''
      : list
          .split(',')
          .filter((one) => one !== value)
          .join(',');
  const rest = Object.entries(headers).map(
    ([name, list]) => [name, name.endsWith('-beta') ? withoutValue(list) : list] as const,
  );
  if (rest.every(([name, list]) => list === headers[name])) return undefined;
  return {
    ...request,
    headers: Object.fromEntries(rest.filter(([, list]) => list !== '')),
    warnings: [...request.warnings, ignored(value ?? 'betas')],
  };
}

function ignored(param: string): Warning {
  return { kind: 'ignored', param, message: `The upstream does not take ${param}.` };
}

/** What a client says in schemas and calls is its own. */
const content: ReadonlySet<string> = new Set(['input_schema', 'parameters', 'schema', 'input', 'arguments']);

/** The value without the members of that name, however deep; itself where there are none. */
function without(value: JsonValue, name: string): JsonValue {
  if (isList(value)) {
    const rest = value.map((entry) => without(entry, name));
    return rest.every((entry, at) => entry === value[at]) ? value : rest;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const rest = entries
    .filter(([own]) => own !== name)
    .map(([own, inner]) => [own, inner === undefined || content.has(own) ? inner : without(inner, name)] as const);
  return rest.length === entries.length && rest.every(([own, inner]) => inner === value[own])
    ? value
    : Object.fromEntries(rest);
}
