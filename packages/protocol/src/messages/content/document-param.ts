// Sources that the client brings along: documents and search results.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { citationsConfigParamSchema } from './citations.js';
import {
  base64PDFSourceSchema,
  fileDocumentSourceSchema,
  plainTextSourceSchema,
  urlPDFSourceSchema,
  type Base64PDFSource,
  type FileDocumentSource,
  type PlainTextSource,
  type URLPDFSource,
} from './sources.js';
import { contentBlockSourceContentSchema, textBlockParamSchema } from './text-and-image-param.js';

/** A document made of text and image blocks; citations then name blocks. */
export const contentBlockSourceSchema = z.looseObject({
  type: z.literal('content'),
  content: z.union([z.string(), z.array(contentBlockSourceContentSchema)]),
});
export type ContentBlockSource = z.infer<typeof contentBlockSourceSchema>;

export type DocumentSource =
  | Base64PDFSource
  | PlainTextSource
  | ContentBlockSource
  | URLPDFSource
  | FileDocumentSource
  | UnknownMember;
export const documentSourceSchema: z.ZodType<DocumentSource> = openUnion([
  base64PDFSourceSchema,
  plainTextSourceSchema,
  contentBlockSourceSchema,
  urlPDFSourceSchema,
  fileDocumentSourceSchema,
]);

/** `context` is shown to the model and never cited from. */
export const documentBlockParamSchema = z.looseObject({
  type: z.literal('document'),
  source: documentSourceSchema,
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: citationsConfigParamSchema.nullish(),
  cache_control: cacheControlField,
});
export type DocumentBlockParam = z.infer<typeof documentBlockParamSchema>;

/** A hit of the client's own search. `source` is its address or name. */
export const searchResultBlockParamSchema = z.looseObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(textBlockParamSchema),
  citations: citationsConfigParamSchema.nullish(),
  cache_control: cacheControlField,
});
export type SearchResultBlockParam = z.infer<typeof searchResultBlockParamSchema>;
