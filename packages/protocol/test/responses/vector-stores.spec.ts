import type { z } from 'zod';
import * as ours from '#src/responses.js';
import { describeFault } from '#src/schema.js';

/** The path of the first fault; undefined when there is none. */
function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  return result.success ? undefined : describeFault(result.error, value).param;
}

const chunks = (size: number, overlap: number): unknown => ({
  type: 'static',
  static: { max_chunk_size_tokens: size, chunk_overlap_tokens: overlap },
});
const many = (count: number): string[] => Array.from({ length: count }, (_, number) => `file_${number}`);

describe('a request for a vector store is rejected with the path of the invalid field', () => {
  const store = ours.vectorStoreCreateParamsSchema;
  const file = ours.vectorStoreFileCreateParamsSchema;
  const batch = ours.fileBatchCreateParamsSchema;
  const search = ours.vectorStoreSearchParamsSchema;
  it.each<[string, z.ZodType, unknown, string]>([
    ['501 files at creation', store, { file_ids: many(501) }, 'file_ids'],
    [
      'chunks of 99 tokens',
      store,
      { chunking_strategy: chunks(99, 0) },
      'chunking_strategy.static.max_chunk_size_tokens',
    ],
    [
      'chunks of 4097 tokens',
      store,
      { chunking_strategy: chunks(4097, 0) },
      'chunking_strategy.static.max_chunk_size_tokens',
    ],
    [
      'an overlap of more than half',
      store,
      { chunking_strategy: chunks(100, 51) },
      'chunking_strategy.static.chunk_overlap_tokens',
    ],
    ['an unknown strategy', store, { chunking_strategy: { type: 'semantic' } }, 'chunking_strategy.type'],
    [
      'an expiry after 366 days',
      store,
      { expires_after: { anchor: 'last_active_at', days: 366 } },
      'expires_after.days',
    ],
    ['an expiry after creation', store, { expires_after: { anchor: 'created_at', days: 1 } }, 'expires_after.anchor'],
    ['a file without id', file, {}, 'file_id'],
    [
      '17 attributes',
      file,
      { file_id: 'f', attributes: Object.fromEntries(many(17).map((key) => [key, 1])) },
      'attributes',
    ],
    ['an attribute key of 65 characters', file, { file_id: 'f', attributes: { ['k'.repeat(65)]: 1 } }, 'attributes'],
    ['an attribute of 513 characters', file, { file_id: 'f', attributes: { k: 'v'.repeat(513) } }, 'attributes.k'],
    ['an attribute that is a list', file, { file_id: 'f', attributes: { k: [1] } }, 'attributes.k'],
    ['a batch of nothing', batch, {}, 'file_ids'],
    ['a batch of both forms', batch, { file_ids: ['a'], files: [{ file_id: 'b' }] }, 'files'],
    ['a batch of 2001 files', batch, { file_ids: many(2001) }, 'file_ids'],
    ['a search without query', search, {}, 'query'],
    ['a search for nothing', search, { query: '' }, 'query'],
    ['a search for no queries', search, { query: [] }, 'query'],
    ['51 results', search, { query: 'x', max_num_results: 51 }, 'max_num_results'],
    [
      'a threshold above 1',
      search,
      { query: 'x', ranking_options: { score_threshold: 1.1 } },
      'ranking_options.score_threshold',
    ],
    ['an unknown ranker', search, { query: 'x', ranking_options: { ranker: 'best' } }, 'ranking_options.ranker'],
  ])('%s', (_what, schema, body, path) => {
    expect(faultOf(schema, body)).toBe(path);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['an empty vector store', store, {}],
    ['an overlap of half', store, { chunking_strategy: chunks(4096, 2048) }],
    ['attributes of each type', file, { file_id: 'f', attributes: { a: 'x', b: 1.5, c: false } }],
    ['a batch of 2000 files', batch, { file_ids: many(2000) }],
    ['files with options of their own', batch, { files: [{ file_id: 'f', attributes: null }] }],
    ['several queries', search, { query: ['a', 'b'], ranking_options: { ranker: 'none', score_threshold: 0.5 } }],
    [
      'a nested filter',
      search,
      { query: 'a', filters: { type: 'and', filters: [{ type: 'eq', key: 'k', value: 1 }] } },
    ],
  ])('but not %s', (_what, schema, body) => {
    expect(faultOf(schema, body)).toBeUndefined();
  });
});
