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

const contentBlockSourceShape = {
  type: z.literal('content'),
  /** A string is one text. Other models receive only the texts, with a warning for each image. */
  content: z.union([z.string(), z.array(contentBlockSourceContentSchema)]),
};
export type ContentBlockSourceShape = {
  [Name in keyof typeof contentBlockSourceShape]: (typeof contentBlockSourceShape)[Name];
};
/** A document made of text and image blocks; citations then name blocks. */
export const contentBlockSourceSchema: z.ZodObject<ContentBlockSourceShape, z.core.$loose> =
  z.looseObject(contentBlockSourceShape);
export type ContentBlockSource = z.infer<typeof contentBlockSourceSchema>;

export type DocumentSource =
  | Base64PDFSource
  | PlainTextSource
  | ContentBlockSource
  | URLPDFSource
  | FileDocumentSource
  | UnknownMember;
/** Where a document is. */
export const documentSourceSchema: z.ZodType<DocumentSource> = openUnion([
  base64PDFSourceSchema,
  plainTextSourceSchema,
  contentBlockSourceSchema,
  urlPDFSourceSchema,
  fileDocumentSourceSchema,
]);

const documentBlockParamShape = {
  type: z.literal('document'),
  source: documentSourceSchema,
  /** Its name, as the model and citations have it. */
  title: z.string().nullish(),
  /** Shown to the model but never cited. With a file (`base64`, `url`, `file`) other models do not receive it. */
  context: z.string().nullish(),
  /** Whether the model may cite it. Null or absent: not. */
  citations: citationsConfigParamSchema.nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type DocumentBlockParamShape = {
  [Name in keyof typeof documentBlockParamShape]: (typeof documentBlockParamShape)[Name];
};
/** A document for the model to read. */
export const documentBlockParamSchema: z.ZodObject<DocumentBlockParamShape, z.core.$loose> =
  z.looseObject(documentBlockParamShape);
export type DocumentBlockParam = z.infer<typeof documentBlockParamSchema>;

const searchResultBlockParamShape = {
  type: z.literal('search_result'),
  /** Its address or name, as citations have it. */
  source: z.string(),
  title: z.string(),
  /** Text blocks; citations refer to them. */
  content: z.array(textBlockParamSchema),
  /** Whether the model may cite it. Null or absent: not. */
  citations: citationsConfigParamSchema.nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type SearchResultBlockParamShape = {
  [Name in keyof typeof searchResultBlockParamShape]: (typeof searchResultBlockParamShape)[Name];
};
/** A result of the client's own search, in a message or a tool result. */
export const searchResultBlockParamSchema: z.ZodObject<SearchResultBlockParamShape, z.core.$loose> =
  z.looseObject(searchResultBlockParamShape);
export type SearchResultBlockParam = z.infer<typeof searchResultBlockParamSchema>;
