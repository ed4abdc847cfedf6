// The files of a vector store, /v1/vector_stores/{id}/files and /file_batches. Times are Unix seconds.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { createListSchema } from './lists.js';
import {
  fileChunkingStrategyParamSchema,
  fileChunkingStrategySchema,
  vectorStoreFileCountsSchema,
} from './vector-stores.js';

/** Bounds of the attributes of a file; lengths in Unicode characters. */
export const fileAttributeLimits = { keys: 16, keyLength: 64, valueLength: 512 } as const;

/** Maximum number of files that one request attaches. */
export const maxFilesPerBatch = 2000;

const attributeValueSchema = z.union([z.string().max(fileAttributeLimits.valueLength), z.number(), z.boolean()]);

/** Up to 16 values by which searches filter files. */
export const fileAttributesSchema = z.record(z.string(), attributeValueSchema).superRefine((attributes, context) => {
  const keys = Object.keys(attributes);
  if (keys.length > fileAttributeLimits.keys)
    context.addIssue({ code: 'custom', message: `Input should have at most ${fileAttributeLimits.keys} keys` });
  if (keys.some((key) => [...key].length > fileAttributeLimits.keyLength))
    context.addIssue({
      code: 'custom',
      message: `Keys should have at most ${fileAttributeLimits.keyLength} characters`,
    });
});
export type FileAttributes = z.infer<typeof fileAttributesSchema>;

/** Why the service failed to make a file searchable. */
export const vectorStoreFileErrorSchema = z.looseObject({
  code: openEnum(['server_error', 'unsupported_file', 'invalid_file']),
  message: z.string(),
});
export type VectorStoreFileError = z.infer<typeof vectorStoreFileErrorSchema>;

const vectorStoreFileShape = {
  /** The id of the file in `/v1/files`. */
  id: z.string(),
  object: z.literal('vector_store.file'),
  created_at: z.int(),
  vector_store_id: z.string(),
  /** Searches find a file once it is `completed`. */
  status: openEnum(['in_progress', 'completed', 'cancelled', 'failed']),
  /** Not null when `failed`. */
  last_error: vectorStoreFileErrorSchema.nullable(),
  /** Bytes of its chunks, with what is stored to search them. */
  usage_bytes: z.int().min(0),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  chunking_strategy: fileChunkingStrategySchema.optional(),
};
export type VectorStoreFileShape = { [Name in keyof typeof vectorStoreFileShape]: (typeof vectorStoreFileShape)[Name] };
/** A file that is attached to a vector store. */
export const vectorStoreFileSchema: z.ZodObject<VectorStoreFileShape, z.core.$loose> =
  z.looseObject(vectorStoreFileShape);
export type VectorStoreFile = z.infer<typeof vectorStoreFileSchema>;

/** Body of `GET /v1/vector_stores/{id}/files`, and of the same list of a batch. */
export const vectorStoreFilesPageSchema = createListSchema(vectorStoreFileSchema);
export type VectorStoreFilesPage = z.infer<typeof vectorStoreFilesPageSchema>;

/** Body of `DELETE /v1/vector_stores/{id}/files/{file_id}`: the file itself remains. */
export const vectorStoreFileDeletedSchema = z.looseObject({
  id: z.string(),
  object: z.literal('vector_store.file.deleted'),
  deleted: z.boolean(),
});
export type VectorStoreFileDeleted = z.infer<typeof vectorStoreFileDeletedSchema>;

const vectorStoreFileCreateParamsShape = {
  file_id: z.string(),
  attributes: fileAttributesSchema.nullish(),
  chunking_strategy: fileChunkingStrategyParamSchema.optional(),
};
export type VectorStoreFileCreateParamsShape = {
  [Name in keyof typeof vectorStoreFileCreateParamsShape]: (typeof vectorStoreFileCreateParamsShape)[Name];
};
/** Body of `POST /v1/vector_stores/{id}/files`. */
export const vectorStoreFileCreateParamsSchema: z.ZodObject<VectorStoreFileCreateParamsShape, z.core.$loose> =
  z.looseObject(vectorStoreFileCreateParamsShape);
export type VectorStoreFileCreateParams = z.infer<typeof vectorStoreFileCreateParamsSchema>;

/** Body of `POST /v1/vector_stores/{id}/files/{file_id}`. Null removes the attributes. */
export const vectorStoreFileUpdateParamsSchema = z.looseObject({ attributes: fileAttributesSchema.nullable() });
export type VectorStoreFileUpdateParams = z.infer<typeof vectorStoreFileUpdateParamsSchema>;

/** Text of a file, chunk by chunk. */
export const vectorStoreFileContentSchema = z.looseObject({ type: z.literal('text'), text: z.string() });
export type VectorStoreFileContent = z.infer<typeof vectorStoreFileContentSchema>;

const vectorStoreFileContentPageShape = {
  object: z.literal('vector_store.file_content.page'),
  data: z.array(vectorStoreFileContentSchema),
  has_more: z.boolean(),
  /** Where the next page starts; null on the last one. */
  next_page: z.string().nullable(),
};
export type VectorStoreFileContentPageShape = {
  [Name in keyof typeof vectorStoreFileContentPageShape]: (typeof vectorStoreFileContentPageShape)[Name];
};
/** Body of `GET /v1/vector_stores/{id}/files/{file_id}/content`: the chunks, which overlap. */
export const vectorStoreFileContentPageSchema: z.ZodObject<VectorStoreFileContentPageShape, z.core.$loose> =
  z.looseObject(vectorStoreFileContentPageShape);
export type VectorStoreFileContentPage = z.infer<typeof vectorStoreFileContentPageSchema>;

const fileBatchCreateParamsShape = {
  file_ids: z.array(z.string()).min(1).max(maxFilesPerBatch).optional(),
  /** Files with options of their own; the options of the batch then do not apply. */
  files: z.array(vectorStoreFileCreateParamsSchema).min(1).max(maxFilesPerBatch).optional(),
  attributes: fileAttributesSchema.nullish(),
  chunking_strategy: fileChunkingStrategyParamSchema.optional(),
};
export type FileBatchCreateParamsShape = {
  [Name in keyof typeof fileBatchCreateParamsShape]: (typeof fileBatchCreateParamsShape)[Name];
};
/** Body of `POST /v1/vector_stores/{id}/file_batches`: either `file_ids` or `files`, 1 to 2000. */
export const fileBatchCreateParamsSchema: z.ZodObject<FileBatchCreateParamsShape, z.core.$loose> = z
  .looseObject(fileBatchCreateParamsShape)
  .superRefine(({ file_ids: ids, files }, context) => {
    if ((ids === undefined) === (files === undefined))
      context.addIssue({
        code: 'custom',
        path: [ids === undefined ? 'file_ids' : 'files'],
        message: "Input should have either 'file_ids' or 'files'",
      });
  });
export type FileBatchCreateParams = z.infer<typeof fileBatchCreateParamsSchema>;

const vectorStoreFileBatchShape = {
  id: z.string(),
  object: z.literal('vector_store.files_batch'),
  created_at: z.int(),
  vector_store_id: z.string(),
  /** `in_progress` until none of its files is; a file that failed does not make it `failed`. */
  status: openEnum(['in_progress', 'completed', 'cancelled', 'failed']),
  file_counts: vectorStoreFileCountsSchema,
};
export type VectorStoreFileBatchShape = {
  [Name in keyof typeof vectorStoreFileBatchShape]: (typeof vectorStoreFileBatchShape)[Name];
};
/** Files that were attached with one request. */
export const vectorStoreFileBatchSchema: z.ZodObject<VectorStoreFileBatchShape, z.core.$loose> =
  z.looseObject(vectorStoreFileBatchShape);
export type VectorStoreFileBatch = z.infer<typeof vectorStoreFileBatchSchema>;
