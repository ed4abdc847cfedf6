// Files that are uploaded once and named by their ids: /v1/files. Times are Unix seconds.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { createListSchema } from './lists.js';

/** What a file may be uploaded for. */
export const filePurposes = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'] as const;

/** What a file is uploaded for. Here all of them mean the same; files for `batch` expire after 30 days. */
export const filePurposeSchema = z.enum(filePurposes);
export type FilePurpose = z.infer<typeof filePurposeSchema>;

const fileObjectShape = {
  /** What `input_file` and `input_image` name as `file_id`. */
  id: z.string(),
  object: z.literal('file'),
  /** Size of the content. */
  bytes: z.int().min(0),
  created_at: z.int(),
  /** When the file is forgotten; absent: when it is deleted. */
  expires_at: z.int().optional(),
  filename: z.string(),
  purpose: openEnum([
    'assistants',
    'assistants_output',
    'batch',
    'batch_output',
    'fine-tune',
    'fine-tune-results',
    'vision',
    'user_data',
  ]),
  /** Present for clients that wait for `processed`. */
  status: openEnum(['uploaded', 'processed', 'error']),
  status_details: z.string().nullish(),
};
export type FileObjectShape = { [Name in keyof typeof fileObjectShape]: (typeof fileObjectShape)[Name] };
/** A file without its content. */
export const fileObjectSchema: z.ZodObject<FileObjectShape, z.core.$loose> = z.looseObject(fileObjectShape);
export type FileObject = z.infer<typeof fileObjectSchema>;

/** Body of `GET /v1/files`. */
export const fileObjectsPageSchema = createListSchema(fileObjectSchema);
export type FileObjectsPage = z.infer<typeof fileObjectsPageSchema>;

/** Body of `DELETE /v1/files/{id}`. */
export const fileDeletedSchema = z.looseObject({ id: z.string(), object: z.literal('file'), deleted: z.boolean() });
export type FileDeleted = z.infer<typeof fileDeletedSchema>;

const fileCreateParamsShape = {
  /** The content, with the file's name: a part of a form. */
  file: z.unknown().meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
  purpose: filePurposeSchema,
  /** In a form as `expires_after[anchor]` and `expires_after[seconds]`, 3600 to 2592000. Default: none, and 30 days for `batch`. */
  expires_after: z
    .looseObject({ anchor: z.literal('created_at'), seconds: z.int().min(3600).max(2_592_000) })
    .optional(),
};
export type FileCreateParamsShape = {
  [Name in keyof typeof fileCreateParamsShape]: (typeof fileCreateParamsShape)[Name];
};
/** The form of `POST /v1/files` (multipart/form-data), as an object. */
export const fileCreateParamsSchema: z.ZodObject<FileCreateParamsShape, z.core.$loose> =
  z.looseObject(fileCreateParamsShape);
export type FileCreateParams = z.infer<typeof fileCreateParamsSchema>;

const fileListParamsShape = {
  /** ID of the file after which the page starts. */
  after: z.string().optional(),
  /** 1 to 10000. Default 10000. */
  limit: z.int().min(1).max(10_000).optional(),
  /** By creation. Default `desc`. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Only files that were uploaded for this. */
  purpose: z.string().optional(),
};
export type FileListParamsShape = { [Name in keyof typeof fileListParamsShape]: (typeof fileListParamsShape)[Name] };
/** Query of `GET /v1/files`, after parsing. */
export const fileListParamsSchema: z.ZodObject<FileListParamsShape, z.core.$loose> = z.looseObject(fileListParamsShape);
export type FileListParams = z.infer<typeof fileListParamsSchema>;
