import {
  type HostedToolResult,
  type Message,
  type OpaquePart,
  type Part,
  type ServerToolRecord,
  type UrlSources,
  type UrlSourceTools,
} from '@org/engine';
import { urlBudget, urlKey, type UrlSearch, urlsInText } from './urls-in-text.js';

/** Names by which `urlSources` refers to the tools of the service. */
const toolNames: Partial<Record<HostedToolResult['type'], string>> = {
  'web-search': 'web_search',
  'web-page': 'web_search',
  'web-fetch': 'web_fetch',
  'file-search': 'file_search',
};

/**
 * Whether a URL stands in the conversation, where `sources` allows: in what the client wrote, in the results of its
 * tools, or in what earlier searches and fetches found. The model's own text never counts, and neither does the output
 * of its code: with either, a page could make it write a URL that carries a secret away.
 */
export function isInContext(url: string, messages: readonly Message[], sources: UrlSources = {}): boolean {
  const wanted = urlKey(url);
  if (wanted === undefined) return false;
  const calls = new Map(messages.flatMap(({ parts }) => parts.flatMap(callNames)));
  const search: UrlSearch = { host: new URL(url).hostname.replace(/\.$/, ''), budget: urlBudget() };
  // The last messages first: they have the URLs that matter if the conversation has too many.
  return messages.toReversed().some((message) =>
    message.parts.some((part) => {
      for (const key of urlsOf(part, message.role, calls, sources, search)) if (key === wanted) return true;
      return false;
    }),
  );
}

function* urlsOf(
  part: Part,
  role: Message['role'],
  calls: ReadonlyMap<string, string>,
  { userInput = 'all', clientToolResults = 'all', serverToolResults = 'all' }: UrlSources,
  search: UrlSearch,
): Generator<string> {
  if (part.type === 'tool-result' && part.hosted !== undefined) {
    // Not its text, which repeats what the model searched for.
    yield* urlsOfHosted(part.hosted, serverToolResults, search);
    return;
  }
  if (part.type === 'tool-result') {
    if (!isSource(clientToolResults, calls.get(part.callId) ?? '')) return;
    for (const inner of part.content) yield* urlsOfInput(inner, search);
    return;
  }
  if (part.type === 'opaque' && part.serverTool !== undefined) {
    const hosted = resultOf(part.serverTool);
    if (hosted !== undefined) yield* urlsOfHosted(hosted, serverToolResults, search);
    return;
  }
  if (role !== 'assistant' && role !== 'tool' && userInput === 'all')
    yield* urlsOfInput(part, { ...search, withBare: true });
}

function* urlsOfHosted(result: HostedToolResult, sources: UrlSourceTools, search: UrlSearch): Generator<string> {
  if (isSource(sources, toolNames[result.type] ?? '')) yield* urlsOfResult(result, search);
}

function* urlsOfInput(part: Part, search: UrlSearch): Generator<string> {
  if (part.type === 'text') yield* urlsInText(part.text, search);
  else if (part.type === 'opaque') yield* urlsInText(part.text ?? '', search);
  else if (part.type === 'media' && part.source.type === 'text') yield* urlsInText(part.source.text, search);
  else if (part.type === 'media' && part.source.type === 'url') yield* urlsInText(part.source.url, search);
}

function* urlsOfResult(result: HostedToolResult, search: UrlSearch): Generator<string> {
  switch (result.type) {
    case 'web-search':
      for (const { url, text } of result.hits) {
        yield* urlsInText(url, search);
        yield* urlsInText(text, search);
      }
      return;
    case 'web-page':
      yield* urlsInText(result.url, search);
      return;
    case 'web-fetch':
      yield* urlsInText(result.url, search);
      for (const text of result.document.type === 'text' ? [result.document.text] : result.document.pages)
        yield* urlsInText(text, search);
      return;
    case 'file-search':
      for (const { text } of result.hits) yield* urlsInText(text, search);
      return;
    case 'code':
    case 'failed':
  }
}

function resultOf(record: ServerToolRecord): HostedToolResult | undefined {
  return record.type === 'call' || record.type === 'result' ? record.outcome?.hosted : undefined;
}

/** The names of the calls that client tools have results for. */
function callNames(part: Part | OpaquePart): readonly [string, string][] {
  return part.type === 'tool-call' ? [[part.callId, part.name]] : [];
}

function isSource(tools: UrlSourceTools, name: string): boolean {
  if (tools === 'all') return true;
  if (tools === 'none') return false;
  return 'only' in tools ? tools.only.includes(name) : !tools.except.includes(name);
}
