// Uploaded files. Times are ISO 8601.
import * as z from 'zod';
import { pageCursorSchema } from './pagination.js';

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

export const fileMetadataPageCursorSchema = pageCursorSchema(fileMetadataSchema);
export type FileMetadataPageCursor = z.infer<typeof fileMetadataPageCursorSchema>;

export const deletedFileSchema = z.looseObject({ id: z.string(), type: z.literal('file_deleted').optional() });
export type DeletedFile = z.infer<typeof deletedFileSchema>;
