import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { citationsConfigSchema } from './citations.js';
import { documentBlockParamSchema } from './document-param.js';
import { openEnum } from '../../schema/open-enum.js';
import { base64PDFSourceSchema, plainTextSourceSchema, type Base64PDFSource, type PlainTextSource } from './sources.js';

/** The content of a fetched document: base64 PDF or plain text. */
export type FetchedSource = Base64PDFSource | PlainTextSource | UnknownMember;
const fetchedSourceSchema: z.ZodType<FetchedSource> = openUnion([base64PDFSourceSchema, plainTextSourceSchema]);

const documentBlockShape = {
  type: z.literal('document'),
  source: fetchedSourceSchema,
  /** Null when it has none. */
  title: z.string().nullish(),
  /** Whether the model may cite it. */
  citations: citationsConfigSchema.nullish(),
};
export type DocumentBlockShape = { [Name in keyof typeof documentBlockShape]: (typeof documentBlockShape)[Name] };
/** A fetched page as the model saw it. */
export const documentBlockSchema: z.ZodObject<DocumentBlockShape, z.core.$loose> = z.looseObject(documentBlockShape);
export type DocumentBlock = z.infer<typeof documentBlockSchema>;

const fetched = {
  type: z.literal('web_fetch_result'),
  /** The address that was fetched. */
  url: z.string(),
  /** When it was fetched, ISO 8601; null when that is not known. */
  retrieved_at: z.string().nullish(),
};
const webFetchBlockShape = { ...fetched, content: documentBlockSchema };
export type WebFetchBlockShape = { [Name in keyof typeof webFetchBlockShape]: (typeof webFetchBlockShape)[Name] };
/** A page that was fetched. */
export const webFetchBlockSchema: z.ZodObject<WebFetchBlockShape, z.core.$loose> = z.looseObject(webFetchBlockShape);
export type WebFetchBlock = z.infer<typeof webFetchBlockSchema>;
const webFetchBlockParamShape = { ...fetched, content: documentBlockParamSchema };
export type WebFetchBlockParamShape = {
  [Name in keyof typeof webFetchBlockParamShape]: (typeof webFetchBlockParamShape)[Name];
};
/** As a request sends it back. */
export const webFetchBlockParamSchema: z.ZodObject<WebFetchBlockParamShape, z.core.$loose> =
  z.looseObject(webFetchBlockParamShape);
export type WebFetchBlockParam = z.infer<typeof webFetchBlockParamSchema>;

/** Why a page was not fetched. */
export const webFetchToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'url_too_long',
  'url_not_allowed',
  'url_not_in_prior_context',
  'url_not_accessible',
  'unsupported_content_type',
  'too_many_requests',
  'max_uses_exceeded',
  'unavailable',
  'content_too_large',
]);
export type WebFetchToolResultErrorCode = z.infer<typeof webFetchToolResultErrorCodeSchema>;

/** The page was not fetched. */
export const webFetchToolResultErrorBlockSchema = z.looseObject({
  type: z.literal('web_fetch_tool_result_error'),
  error_code: webFetchToolResultErrorCodeSchema,
});
export type WebFetchToolResultErrorBlock = z.infer<typeof webFetchToolResultErrorBlockSchema>;
/** As a request sends it back. */
export const webFetchToolResultErrorBlockParamSchema = webFetchToolResultErrorBlockSchema;
export type WebFetchToolResultErrorBlockParam = WebFetchToolResultErrorBlock;

const result = {
  type: z.literal('web_fetch_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** Caller: the model, or code that it wrote. Absent: the model. */
  caller: callerField,
};
type WebFetchContent = WebFetchBlock | WebFetchToolResultErrorBlock | UnknownMember;
const webFetchContentSchema: z.ZodType<WebFetchContent> = openUnion([
  webFetchBlockSchema,
  webFetchToolResultErrorBlockSchema,
]);

const webFetchToolResultBlockShape = {
  ...result,
  /** The page, or why there is none. */
  content: webFetchContentSchema,
};
export type WebFetchToolResultBlockShape = {
  [Name in keyof typeof webFetchToolResultBlockShape]: (typeof webFetchToolResultBlockShape)[Name];
};
/** What became of a fetch. */
export const webFetchToolResultBlockSchema: z.ZodObject<WebFetchToolResultBlockShape, z.core.$loose> =
  z.looseObject(webFetchToolResultBlockShape);
export type WebFetchToolResultBlock = z.infer<typeof webFetchToolResultBlockSchema>;

type WebFetchContentParam = WebFetchBlockParam | WebFetchToolResultErrorBlockParam | UnknownMember;
const webFetchContentParamSchema: z.ZodType<WebFetchContentParam> = openUnion([
  webFetchBlockParamSchema,
  webFetchToolResultErrorBlockParamSchema,
]);

const webFetchToolResultBlockParamShape = {
  ...result,
  /** The page, or why there is none. */
  content: webFetchContentParamSchema,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type WebFetchToolResultBlockParamShape = {
  [Name in keyof typeof webFetchToolResultBlockParamShape]: (typeof webFetchToolResultBlockParamShape)[Name];
};
/** Result of a fetch, sent back. Other models receive the text of the page. */
export const webFetchToolResultBlockParamSchema: z.ZodObject<WebFetchToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(webFetchToolResultBlockParamShape);
export type WebFetchToolResultBlockParam = z.infer<typeof webFetchToolResultBlockParamSchema>;
