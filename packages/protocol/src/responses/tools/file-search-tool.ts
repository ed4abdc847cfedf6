import * as z from 'zod';
import { passedOnNumberSchema } from '../../schema/exact-number.js';

/** Compares one attribute of a file with a value. */
export const comparisonFilterSchema = z.looseObject({
  type: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']),
  key: z.string(),
  value: z.union([z.string(), passedOnNumberSchema, z.boolean(), z.array(z.union([z.string(), passedOnNumberSchema]))]),
});
export type ComparisonFilter = z.infer<typeof comparisonFilterSchema>;

/** Joins filters; each is a comparison or again a compound. */
export const compoundFilterSchema = z.looseObject({ type: z.enum(['and', 'or']), filters: z.array(z.unknown()) });
export type CompoundFilter = z.infer<typeof compoundFilterSchema>;

const rankingOptionsShape = {
  /** Weights of semantic and keyword matching. */
  hybrid_search: z.looseObject({ embedding_weight: z.number(), text_weight: z.number() }).optional(),
  /** What orders the results. */
  ranker: z.enum(['auto', 'default-2024-11-15']).optional(),
  /** Minimum score, 0 to 1; results below it are omitted. */
  score_threshold: z.number().min(0).max(1).optional(),
};
export type RankingOptionsShape = { [Name in keyof typeof rankingOptionsShape]: (typeof rankingOptionsShape)[Name] };
/** How the results of a file search are ordered. */
export const rankingOptionsSchema: z.ZodObject<RankingOptionsShape, z.core.$loose> = z.looseObject(rankingOptionsShape);

const fileSearchToolShape = {
  type: z.literal('file_search'),
  vector_store_ids: z.array(z.string()),
  /** Restricts the search to files whose attributes match. */
  filters: z.discriminatedUnion('type', [comparisonFilterSchema, compoundFilterSchema]).nullish(),
  /** 1 to 50. */
  max_num_results: z.int().min(1).max(50).optional(),
  /** Ranking and filtering of results. */
  ranking_options: rankingOptionsSchema.optional(),
};
export type FileSearchToolShape = { [Name in keyof typeof fileSearchToolShape]: (typeof fileSearchToolShape)[Name] };
/** Searches vector stores. */
export const fileSearchToolSchema: z.ZodObject<FileSearchToolShape, z.core.$loose> = z.looseObject(fileSearchToolShape);
export type FileSearchTool = z.infer<typeof fileSearchToolSchema>;
