// Vector stores: files that are searched by meaning and by words, /v1/vector_stores. Times are Unix seconds.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { openUnion } from '../schema/open-union.js';
import { createListSchema } from './lists.js';
import { metadataSchema } from './request/metadata.js';

/** Bounds of static chunks, in tokens. The overlap is at most half of the size. */
export const chunkLengthLimits = { minTokens: 100, maxTokens: 4096 } as const;

/** Lengths of chunks: `max_chunk_size_tokens` 100 to 4096, `chunk_overlap_tokens` at most half of it. */
export const staticFileChunkingStrategySchema = z
  .looseObject({
    max_chunk_size_tokens: z.int().min(chunkLengthLimits.minTokens).max(chunkLengthLimits.maxTokens),
    chunk_overlap_tokens: z.int().min(0),
  })
  .superRefine(({ max_chunk_size_tokens: size, chunk_overlap_tokens: overlap }, context) => {
    if (overlap > size / 2)
      context.addIssue({
        code: 'custom',
        path: ['chunk_overlap_tokens'],
        message: 'Input should be at most half of max_chunk_size_tokens',
      });
  });
export type StaticFileChunkingStrategy = z.infer<typeof staticFileChunkingStrategySchema>;

/** How files are split: `auto` has chunks of 800 tokens that overlap by 400. Default `auto`. */
export const fileChunkingStrategyParamSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto') }),
  z.looseObject({ type: z.literal('static'), static: staticFileChunkingStrategySchema }),
]);
export type FileChunkingStrategyParam = z.infer<typeof fileChunkingStrategyParamSchema>;

/** How a file was split. `other`: it is not known. */
export const fileChunkingStrategySchema = openUnion([
  z.looseObject({
    type: z.literal('static'),
    static: z.looseObject({ max_chunk_size_tokens: z.int(), chunk_overlap_tokens: z.int() }),
  }),
  z.looseObject({ type: z.literal('other') }),
]);
export type FileChunkingStrategy = z.infer<typeof fileChunkingStrategySchema>;

/** Numbers of files by status. */
export const vectorStoreFileCountsSchema = z.looseObject({
  in_progress: z.int().min(0),
  completed: z.int().min(0),
  failed: z.int().min(0),
  cancelled: z.int().min(0),
  total: z.int().min(0),
});
export type VectorStoreFileCounts = z.infer<typeof vectorStoreFileCountsSchema>;

/** A vector store expires so many days, 1 to 365, after its last use. */
export const vectorStoreExpiresAfterSchema = z.looseObject({
  anchor: z.literal('last_active_at'),
  days: z.int().min(1).max(365),
});
export type VectorStoreExpiresAfter = z.infer<typeof vectorStoreExpiresAfterSchema>;

const vectorStoreShape = {
  /** What `file_search` names in `vector_store_ids`. */
  id: z.string(),
  object: z.literal('vector_store'),
  created_at: z.int(),
  name: z.string(),
  description: z.string().nullish(),
  /** Bytes of the chunks, with what is stored to search them. */
  usage_bytes: z.int().min(0),
  /** `in_progress` until each of its files is completed, failed or cancelled. */
  status: openEnum(['expired', 'in_progress', 'completed']),
  file_counts: vectorStoreFileCountsSchema,
  expires_after: vectorStoreExpiresAfterSchema.optional(),
  expires_at: z.int().nullish(),
  /** When it was last searched or changed. */
  last_active_at: z.int().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
};
export type VectorStoreShape = { [Name in keyof typeof vectorStoreShape]: (typeof vectorStoreShape)[Name] };
/** A vector store without its files. */
export const vectorStoreSchema: z.ZodObject<VectorStoreShape, z.core.$loose> = z.looseObject(vectorStoreShape);
export type VectorStore = z.infer<typeof vectorStoreSchema>;

/** Body of `GET /v1/vector_stores`. */
export const vectorStoresPageSchema = createListSchema(vectorStoreSchema);
export type VectorStoresPage = z.infer<typeof vectorStoresPageSchema>;

/** Body of `DELETE /v1/vector_stores/{id}`. */
export const vectorStoreDeletedSchema = z.looseObject({
  id: z.string(),
  object: z.literal('vector_store.deleted'),
  deleted: z.boolean(),
});
export type VectorStoreDeleted = z.infer<typeof vectorStoreDeletedSchema>;

const nameSchema = z.string().max(256);

const vectorStoreCreateParamsShape = {
  name: nameSchema.optional(),
  description: z.string().max(512).optional(),
  /** Files to attach, at most 500. */
  file_ids: z.array(z.string()).max(500).optional(),
  /** Of the files in `file_ids`. */
  chunking_strategy: fileChunkingStrategyParamSchema.optional(),
  /** Default: it is stored until it is deleted. */
  expires_after: vectorStoreExpiresAfterSchema.optional(),
  metadata: metadataSchema.nullish(),
};
export type VectorStoreCreateParamsShape = {
  [Name in keyof typeof vectorStoreCreateParamsShape]: (typeof vectorStoreCreateParamsShape)[Name];
};
/** Body of `POST /v1/vector_stores`. */
export const vectorStoreCreateParamsSchema: z.ZodObject<VectorStoreCreateParamsShape, z.core.$loose> =
  z.looseObject(vectorStoreCreateParamsShape);
export type VectorStoreCreateParams = z.infer<typeof vectorStoreCreateParamsSchema>;

const vectorStoreUpdateParamsShape = {
  name: nameSchema.nullish(),
  /** Null: it does not expire any more. */
  expires_after: vectorStoreExpiresAfterSchema.nullish(),
  metadata: metadataSchema.nullish(),
};
export type VectorStoreUpdateParamsShape = {
  [Name in keyof typeof vectorStoreUpdateParamsShape]: (typeof vectorStoreUpdateParamsShape)[Name];
};
/** Body of `POST /v1/vector_stores/{id}`. Absent members stay as they are. */
export const vectorStoreUpdateParamsSchema: z.ZodObject<VectorStoreUpdateParamsShape, z.core.$loose> =
  z.looseObject(vectorStoreUpdateParamsShape);
export type VectorStoreUpdateParams = z.infer<typeof vectorStoreUpdateParamsSchema>;

const vectorStoreListParamsShape = {
  /** ID of the entry after which the page starts. */
  after: z.string().optional(),
  /** ID of the entry before which the page ends. */
  before: z.string().optional(),
  /** 1 to 100. Default 20. */
  limit: z.int().min(1).max(100).optional(),
  /** By creation. Default `desc`. */
  order: z.enum(['asc', 'desc']).optional(),
};
export type VectorStoreListParamsShape = {
  [Name in keyof typeof vectorStoreListParamsShape]: (typeof vectorStoreListParamsShape)[Name];
};
/** Query of `GET /v1/vector_stores`, after parsing. */
export const vectorStoreListParamsSchema: z.ZodObject<VectorStoreListParamsShape, z.core.$loose> =
  z.looseObject(vectorStoreListParamsShape);
export type VectorStoreListParams = z.infer<typeof vectorStoreListParamsSchema>;
