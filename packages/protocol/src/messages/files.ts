// Uploaded files. Times are ISO 8601.
import * as z from 'zod';
import { pageCursorSchema } from './pagination.js';

/** A file without its content. */
export const fileMetadataSchema = z.looseObject({
  id: z.string(),
  type: z.literal('file'),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.int().min(0),
  created_at: z.string(),
  downloadable: z.boolean().optional(),
  expires_at: z.string().nullish(),
});
export type FileMetadata = z.infer<typeof fileMetadataSchema>;

/** Body of `GET /v1/files`. */
export const fileMetadataPageCursorSchema = pageCursorSchema(fileMetadataSchema);
export type FileMetadataPageCursor = z.infer<typeof fileMetadataPageCursorSchema>;

const fileUploadParamsShape = {
  /** The content, with the file's name: a part of a form. */
  file: z.unknown().meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
  /** Seconds after which the file is forgotten, 3600 to 7776000. Default: when it is deleted. */
  expires_in_seconds: z.int().min(3600).max(7_776_000).optional(),
};
export type FileUploadParamsShape = {
  [Name in keyof typeof fileUploadParamsShape]: (typeof fileUploadParamsShape)[Name];
};
/** The form of `POST /v1/files` (multipart/form-data), as an object. */
export const fileUploadParamsSchema: z.ZodObject<FileUploadParamsShape, z.core.$loose> =
  z.looseObject(fileUploadParamsShape);
export type FileUploadParams = z.infer<typeof fileUploadParamsSchema>;

/** Body of `DELETE /v1/files/{id}`. */
export const deletedFileSchema = z.looseObject({ id: z.string(), type: z.literal('file_deleted').optional() });
export type DeletedFile = z.infer<typeof deletedFileSchema>;
