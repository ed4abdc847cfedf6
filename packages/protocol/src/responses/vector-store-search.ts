// Searches of one vector store, POST /v1/vector_stores/{id}/search.
import * as z from 'zod';
import { comparisonFilterSchema, compoundFilterSchema, rankingOptionsSchema } from './tools/file-search-tool.js';

/** Maximum number of queries of one search. */
export const maxQueriesPerSearch = 16;
/** Maximum length of a query in characters. */
export const maxQueryLength = 4096;

const querySchema = z.string().min(1).max(maxQueryLength);

/** What orders the results of a search. `none`: no reranker. */
const searchRankingOptionsSchema = z.looseObject({
  ...rankingOptionsSchema.shape,
  ranker: z.enum(['none', 'auto', 'default-2024-11-15']).optional(),
});

const vectorStoreSearchParamsShape = {
  /** One query, or several whose results are fused. */
  query: z.union([querySchema, z.array(querySchema).min(1).max(maxQueriesPerSearch)]),
  /** Restricts the search to files whose attributes match. */
  filters: z.discriminatedUnion('type', [comparisonFilterSchema, compoundFilterSchema]).nullish(),
  /** 1 to 50. Default 10. */
  max_num_results: z.int().min(1).max(50).optional(),
  ranking_options: searchRankingOptionsSchema.optional(),
  /** The service searches for the query as it is. */
  rewrite_query: z.boolean().optional(),
};
export type VectorStoreSearchParamsShape = {
  [Name in keyof typeof vectorStoreSearchParamsShape]: (typeof vectorStoreSearchParamsShape)[Name];
};
/** Body of `POST /v1/vector_stores/{id}/search`. */
export const vectorStoreSearchParamsSchema: z.ZodObject<VectorStoreSearchParamsShape, z.core.$loose> =
  z.looseObject(vectorStoreSearchParamsShape);
export type VectorStoreSearchParams = z.infer<typeof vectorStoreSearchParamsSchema>;

const vectorStoreSearchResponseShape = {
  file_id: z.string(),
  filename: z.string(),
  /** 0 to 1; 1 for what every query ranks first. */
  score: z.number().min(0).max(1),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
  content: z.array(z.looseObject({ type: z.literal('text'), text: z.string() })),
};
export type VectorStoreSearchResponseShape = {
  [Name in keyof typeof vectorStoreSearchResponseShape]: (typeof vectorStoreSearchResponseShape)[Name];
};
/** A chunk that a search found. */
export const vectorStoreSearchResponseSchema: z.ZodObject<VectorStoreSearchResponseShape, z.core.$loose> =
  z.looseObject(vectorStoreSearchResponseShape);
export type VectorStoreSearchResponse = z.infer<typeof vectorStoreSearchResponseSchema>;

const vectorStoreSearchResultsPageShape = {
  object: z.literal('vector_store.search_results.page'),
  search_query: z.array(z.string()),
  /** Best first. */
  data: z.array(vectorStoreSearchResponseSchema),
  /** Always false: one page has all results. */
  has_more: z.boolean(),
  next_page: z.string().nullable(),
};
export type VectorStoreSearchResultsPageShape = {
  [Name in keyof typeof vectorStoreSearchResultsPageShape]: (typeof vectorStoreSearchResultsPageShape)[Name];
};
/** Response to `POST /v1/vector_stores/{id}/search`. */
export const vectorStoreSearchResultsPageSchema: z.ZodObject<VectorStoreSearchResultsPageShape, z.core.$loose> =
  z.looseObject(vectorStoreSearchResultsPageShape);
export type VectorStoreSearchResultsPage = z.infer<typeof vectorStoreSearchResultsPageSchema>;
