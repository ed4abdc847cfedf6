// Where the bytes of an image or a document are.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

/** Image bytes in base64. */
export const base64ImageSourceSchema = z.looseObject({
  type: z.literal('base64'),
  media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  data: z.string(),
});
export type Base64ImageSource = z.infer<typeof base64ImageSourceSchema>;

export const urlImageSourceSchema = z.looseObject({ type: z.literal('url'), url: z.string() });
export type URLImageSource = z.infer<typeof urlImageSourceSchema>;

/** An uploaded file. */
export const fileImageSourceSchema = z.looseObject({ type: z.literal('file'), file_id: z.string() });
export type FileImageSource = z.infer<typeof fileImageSourceSchema>;

export type ImageSource = Base64ImageSource | URLImageSource | FileImageSource | UnknownMember;
export const imageSourceSchema: z.ZodType<ImageSource> = openUnion([
  base64ImageSourceSchema,
  urlImageSourceSchema,
  fileImageSourceSchema,
]);

/** A PDF in base64. */
export const base64PDFSourceSchema = z.looseObject({
  type: z.literal('base64'),
  media_type: z.literal('application/pdf'),
  data: z.string(),
});
export type Base64PDFSource = z.infer<typeof base64PDFSourceSchema>;

/** Text as it is; `data` is not encoded. */
export const plainTextSourceSchema = z.looseObject({
  type: z.literal('text'),
  media_type: z.literal('text/plain'),
  data: z.string(),
});
export type PlainTextSource = z.infer<typeof plainTextSourceSchema>;

export const urlPDFSourceSchema = urlImageSourceSchema;
export type URLPDFSource = URLImageSource;

export const fileDocumentSourceSchema = fileImageSourceSchema;
export type FileDocumentSource = FileImageSource;
