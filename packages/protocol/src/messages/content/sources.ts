// Where the bytes of an image or a document are.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

const base64ImageSourceShape = {
  type: z.literal('base64'),
  media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  /** Base64. */
  data: z.string(),
};
export type Base64ImageSourceShape = {
  [Name in keyof typeof base64ImageSourceShape]: (typeof base64ImageSourceShape)[Name];
};
/** Image bytes in the request. */
export const base64ImageSourceSchema: z.ZodObject<Base64ImageSourceShape, z.core.$loose> =
  z.looseObject(base64ImageSourceShape);
export type Base64ImageSource = z.infer<typeof base64ImageSourceSchema>;

const urlImageSourceShape = {
  type: z.literal('url'),
  /** Fetched by the upstream, or by this service where it is set to (`media.fetch`). */
  url: z.string(),
};
export type URLImageSourceShape = { [Name in keyof typeof urlImageSourceShape]: (typeof urlImageSourceShape)[Name] };
/** An image or a PDF on the web. */
export const urlImageSourceSchema: z.ZodObject<URLImageSourceShape, z.core.$loose> = z.looseObject(urlImageSourceShape);
export type URLImageSource = z.infer<typeof urlImageSourceSchema>;

/** An uploaded file. */
export const fileImageSourceSchema = z.looseObject({ type: z.literal('file'), file_id: z.string() });
export type FileImageSource = z.infer<typeof fileImageSourceSchema>;

export type ImageSource = Base64ImageSource | URLImageSource | FileImageSource | UnknownMember;
/** Where an image is. */
export const imageSourceSchema: z.ZodType<ImageSource> = openUnion([
  base64ImageSourceSchema,
  urlImageSourceSchema,
  fileImageSourceSchema,
]);

const base64PDFSourceShape = {
  type: z.literal('base64'),
  media_type: z.literal('application/pdf'),
  /** Base64. */
  data: z.string(),
};
export type Base64PDFSourceShape = { [Name in keyof typeof base64PDFSourceShape]: (typeof base64PDFSourceShape)[Name] };
/** A PDF in the request. */
export const base64PDFSourceSchema: z.ZodObject<Base64PDFSourceShape, z.core.$loose> =
  z.looseObject(base64PDFSourceShape);
export type Base64PDFSource = z.infer<typeof base64PDFSourceSchema>;

const plainTextSourceShape = {
  type: z.literal('text'),
  media_type: z.literal('text/plain'),
  /** The text as it is, not encoded. */
  data: z.string(),
};
export type PlainTextSourceShape = { [Name in keyof typeof plainTextSourceShape]: (typeof plainTextSourceShape)[Name] };
/** A text in the request. */
export const plainTextSourceSchema: z.ZodObject<PlainTextSourceShape, z.core.$loose> =
  z.looseObject(plainTextSourceShape);
export type PlainTextSource = z.infer<typeof plainTextSourceSchema>;

/** A PDF on the web. */
export const urlPDFSourceSchema = urlImageSourceSchema;
export type URLPDFSource = URLImageSource;

/** An uploaded document. */
export const fileDocumentSourceSchema = fileImageSourceSchema;
export type FileDocumentSource = FileImageSource;
