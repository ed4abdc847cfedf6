import {
  arrayOf,
  asText,
  type ChunkHit,
  type FileHit,
  type FileSearchRequest,
  type HostedFunction,
  type HostedToolContext,
  type OpenHostedTool,
  type ServerCallOutcome,
} from '@org/engine';
import { parseArguments } from '../shared/call-arguments.js';
import { failedOutcome } from '../shared/failed-outcome.js';
import { runCall } from '../shared/run-call.js';
import { renderPassages } from './render-passages.js';
import { searchFiles, type SearchPorts, VectorStoreMissing } from './search-files.js';

/** Maximum number of queries in one call. */
const maxQueries = 5;
/** Maximum length of a query in characters. */
const maxQueryLength = 4096;
/** Of a request that sets no maximum. */
const defaultResults = 20;

const fileSearchFunction: HostedFunction = {
  name: 'file_search',
  description:
    'Searches the files of the user for passages about a question, and returns them with their numbers. Search before you answer from these files; search again with other words if the passages do not answer the question.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for: a question, or its most specific words' } },
    required: ['query'],
    additionalProperties: false,
  },
};

/** The search of files in one turn. */
export class OpenFileSearch implements OpenHostedTool {
  readonly functions: readonly HostedFunction[] = [fileSearchFunction];
  readonly #ports: SearchPorts;
  readonly #request: FileSearchRequest;
  readonly #context: HostedToolContext;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  /** Outcomes by queries: an equal call gets its old result. */
  readonly #outcomes = new Map<string, Promise<ServerCallOutcome>>();

  constructor(ports: SearchPorts, request: FileSearchRequest, context: HostedToolContext) {
    this.#ports = ports;
    this.#request = request;
    this.#context = context;
    this.#signal = AbortSignal.any([context.signal, this.#closing.signal]);
  }

  async call(name: string, argumentsText: string): Promise<ServerCallOutcome> {
    if (name !== fileSearchFunction.name)
      return failedOutcome('invalid-input', `There is no function ${name}. Call file_search.`);
    const queries = queriesIn(argumentsText);
    if (queries.length === 0)
      return failedOutcome('invalid-input', 'Call file_search with what to look for: {"query": "some words"}.');
    if (queries.some(({ length }) => length > maxQueryLength))
      return failedOutcome(
        'query-too-long',
        `A query has at most ${maxQueryLength} characters. Search with fewer words.`,
      );
    const key = JSON.stringify(queries);
    const outcome = this.#outcomes.get(key) ?? runCall(this.#signal, () => this.#search(queries));
    this.#outcomes.set(key, outcome);
    const { isError } = await outcome;
    // A search that failed may work a moment later.
    if (isError === true) this.#outcomes.delete(key);
    return await outcome;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.resolve();
  }

  async #search(queries: readonly string[]): Promise<ServerCallOutcome> {
    const { vectorStoreIds, filter, ranking, maxResults: limit = defaultResults } = this.#request;
    const { owner, requestId, trace } = this.#context;
    try {
      const { hits, degraded } = await searchFiles(
        {
          owner,
          vectorStoreIds,
          queries,
          limit,
          ...(filter !== undefined && { filter }),
          ...(ranking !== undefined && { ranking }),
        },
        this.#ports,
        { signal: this.#signal, requestId, owner, ...(trace !== undefined && { trace }) },
      );
      const numbered = hits.map((hit) => ({
        ...hit,
        number: this.#context.numberOf({ type: 'file', ...citable(hit) }),
      }));
      return {
        content: [{ type: 'text', text: renderPassages(queries, numbered, degraded) }],
        hosted: { type: 'file-search', queries, hits: hits.map(toFileHit) },
      };
    } catch (thrown) {
      if (!(thrown instanceof VectorStoreMissing)) throw thrown;
      return failedOutcome(
        'file-not-found',
        'A vector store of this search was deleted or has expired. Tell the user that its files cannot be searched.',
      );
    }
  }
}

function citable({ fileId, filename, text }: ChunkHit): Pick<ChunkHit, 'fileId' | 'filename' | 'text'> {
  return { fileId, filename, text };
}

function toFileHit({ fileId, filename, vectorStoreId, score, text, attributes }: ChunkHit): FileHit {
  return { fileId, filename, vectorStoreId, score, text, attributes };
}

/** The queries of a call, each once. Models that know the vendor's tool write `queries`. */
function queriesIn(argumentsText: string): readonly string[] {
  const parsed = parseArguments(argumentsText);
  const given = [parsed?.['query'], ...arrayOf(parsed?.['queries'])];
  const texts = given.flatMap((query) => asText(asText(query)?.trim()) ?? []);
  return [...new Set(texts)].slice(0, maxQueries);
}
