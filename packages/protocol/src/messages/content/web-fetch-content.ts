import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { citationsConfigSchema } from './citations.js';
import { documentBlockParamSchema } from './document-param.js';
import { openEnum } from '../../schema/open-enum.js';
import { base64PDFSourceSchema, plainTextSourceSchema, type Base64PDFSource, type PlainTextSource } from './sources.js';

export type FetchedSource = Base64PDFSource | PlainTextSource | UnknownMember;
const fetchedSourceSchema: z.ZodType<FetchedSource> = openUnion([base64PDFSourceSchema, plainTextSourceSchema]);

/** A fetched page as the model saw it. */
export const documentBlockSchema = z.looseObject({
  type: z.literal('document'),
  source: fetchedSourceSchema,
  title: z.string().nullish(),
  citations: citationsConfigSchema.nullish(),
});
export type DocumentBlock = z.infer<typeof documentBlockSchema>;

const fetched = {
  type: z.literal('web_fetch_result'),
  url: z.string(),
  /** ISO 8601. */
  retrieved_at: z.string().nullish(),
};
const webFetchBlockShape = { ...fetched, content: documentBlockSchema };
export type WebFetchBlockShape = { [Name in keyof typeof webFetchBlockShape]: (typeof webFetchBlockShape)[Name] };
export const webFetchBlockSchema: z.ZodObject<WebFetchBlockShape, z.core.$loose> = z.looseObject(webFetchBlockShape);
export type WebFetchBlock = z.infer<typeof webFetchBlockSchema>;
const webFetchBlockParamShape = { ...fetched, content: documentBlockParamSchema };
export type WebFetchBlockParamShape = { [Name in keyof typeof webFetchBlockParamShape]: (typeof webFetchBlockParamShape)[Name] };
export const webFetchBlockParamSchema: z.ZodObject<WebFetchBlockParamShape, z.core.$loose> =
  z.looseObject(webFetchBlockParamShape);
export type WebFetchBlockParam = z.infer<typeof webFetchBlockParamSchema>;

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

export const webFetchToolResultErrorBlockSchema = z.looseObject({
  type: z.literal('web_fetch_tool_result_error'),
  error_code: webFetchToolResultErrorCodeSchema,
});
export type WebFetchToolResultErrorBlock = z.infer<typeof webFetchToolResultErrorBlockSchema>;
export const webFetchToolResultErrorBlockParamSchema = webFetchToolResultErrorBlockSchema;
export type WebFetchToolResultErrorBlockParam = WebFetchToolResultErrorBlock;

const result = { type: z.literal('web_fetch_tool_result'), tool_use_id: z.string(), caller: callerField };
type WebFetchContent = WebFetchBlock | WebFetchToolResultErrorBlock | UnknownMember;
const webFetchContentSchema: z.ZodType<WebFetchContent> = openUnion([webFetchBlockSchema, webFetchToolResultErrorBlockSchema]);
export const webFetchToolResultBlockSchema = z.looseObject({ ...result, content: webFetchContentSchema });
export type WebFetchToolResultBlock = z.infer<typeof webFetchToolResultBlockSchema>;

type WebFetchContentParam = WebFetchBlockParam | WebFetchToolResultErrorBlockParam | UnknownMember;
const webFetchContentParamSchema: z.ZodType<WebFetchContentParam> = openUnion([
  webFetchBlockParamSchema,
  webFetchToolResultErrorBlockParamSchema,
]);
export const webFetchToolResultBlockParamSchema = z.looseObject({
  ...result,
  content: webFetchContentParamSchema,
  cache_control: cacheControlField,
});
export type WebFetchToolResultBlockParam = z.infer<typeof webFetchToolResultBlockParamSchema>;
