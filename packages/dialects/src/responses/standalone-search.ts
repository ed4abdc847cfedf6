// Searches that Codex makes outside of a response: `POST /v1/alpha/search`.
import type { Message, WebSearchRequest } from '@org/engine';
import { maxSearchCommands, type SearchParams, type SearchResponse, searchParamsSchema } from '@org/protocol/responses';
import { decodeItems } from './decode/decode-items.js';
import { parseBody } from './decode/parse-body.js';
import { refuse } from './decode/refuse.js';
import { isReference, type ResolvedItem } from './decode/resolve-items.js';
import { decodeHostedTool } from './hosted-tools/decode-hosted-tool.js';

/** A call of one function of a web search. */
export interface SearchCall {
  readonly request: WebSearchRequest;
  readonly name: 'web_search' | 'open_page' | 'find_in_page';
  readonly argumentsText: string;
}

/** What a standalone search asks for, in neutral terms. */
export interface StandaloneSearch {
  /** In the order of their results. */
  readonly calls: readonly SearchCall[];
  /** UTC offsets whose time is asked for. */
  readonly offsets: readonly string[];
  /** Commands that the service does not run. */
  readonly unsupported: readonly string[];
  /** The conversation: the only source of URLs of pages that may be opened. */
  readonly messages: readonly Message[];
  /** Maximum length of the output in characters. */
  readonly maxCharacters: number;
}

const supported: ReadonlySet<string> = new Set(['search_query', 'open', 'find', 'time', 'response_length']);
/** Characters of a token, roughly. */
const charactersPerToken = 4;
const defaultMaxTokens = 10_000;

/** Validates and translates the body. Throws `invalid-request` that names the field. */
export function decodeStandaloneSearch(body: unknown): StandaloneSearch {
  const { commands, settings, input, max_output_tokens: maxTokens }: SearchParams = parseBody(searchParamsSchema, body);
  const { search_query: searches, open, find, time } = commands ?? {};
  const count = [searches, open, find, time].reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (count > maxSearchCommands)
    refuse(
      'commands',
      `Invalid 'commands': array too long. Expected at most ${maxSearchCommands} commands in all, but got ${count} instead.`,
      'array_above_max_length',
    );
  const requestFor = (domains?: readonly string[] | null): WebSearchRequest => searchRequest(settings, domains);
  return {
    calls: [
      ...(searches ?? []).map(({ q, domains }) => callOf(requestFor(domains), 'web_search', { query: q })),
      ...(open ?? []).map(({ ref_id: url }) => callOf(requestFor(), 'open_page', { url })),
      ...(find ?? []).map(({ ref_id: url, pattern }) => callOf(requestFor(), 'find_in_page', { url, pattern })),
    ],
    offsets: (time ?? []).map(({ utc_offset: offset }) => offset),
    unsupported: Object.entries(commands ?? {}).flatMap(([name, value]) =>
      supported.has(name) || value === null ? [] : [name],
    ),
    messages: input == null ? [] : messagesOf(input),
    maxCharacters: (maxTokens ?? defaultMaxTokens) * charactersPerToken,
  };
}

/** The response. */
export function encodeStandaloneSearch(output: string): SearchResponse {
  return { output };
}

function callOf(request: WebSearchRequest, name: SearchCall['name'], args: object): SearchCall {
  return { request, name, argumentsText: JSON.stringify(args) };
}

function searchRequest(
  settings: SearchParams['settings'],
  domains: readonly string[] | null | undefined,
): WebSearchRequest {
  const { filters, search_context_size: size, user_location: location, external_web_access: external } = settings ?? {};
  const request = decodeHostedTool(
    {
      type: 'web_search',
      ...(domains != null && domains.length > 0
        ? { filters: { allowed_domains: [...domains] } }
        : filters != null && { filters }),
      ...(size != null && { search_context_size: size }),
      ...(location != null && { user_location: location }),
      ...(external === false && { external_web_access: false }),
    },
    'settings',
  );
  if (request?.kind !== 'web-search') throw new TypeError('A web search has another kind.');
  return request;
}

/** Each message with its role, because URLs that the model wrote are not opened. References are left out: nothing is stored here. */
function messagesOf(input: NonNullable<SearchParams['input']>): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [{ type: 'text', text: input }] }];
  const items = input.flatMap((item, index): ResolvedItem[] =>
    isReference(item) ? [] : [{ item, field: 'input', index }],
  );
  return decodeItems(items, () => undefined).messages;
}
