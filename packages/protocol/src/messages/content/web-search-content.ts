import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { openEnum } from '../../schema/open-enum.js';

const webSearchResultBlockShape = {
  type: z.literal('web_search_result'),
  url: z.string(),
  title: z.string(),
  /** What the model reads of the page. Opaque: sent back unchanged. */
  encrypted_content: z.string(),
  /** Date of the page, as text; null when it is unknown. */
  page_age: z.string().nullish(),
};
export type WebSearchResultBlockShape = {
  [Name in keyof typeof webSearchResultBlockShape]: (typeof webSearchResultBlockShape)[Name];
};
/** One search result. */
export const webSearchResultBlockSchema: z.ZodObject<WebSearchResultBlockShape, z.core.$loose> =
  z.looseObject(webSearchResultBlockShape);
export type WebSearchResultBlock = z.infer<typeof webSearchResultBlockSchema>;
/** As a request sends it back. */
export const webSearchResultBlockParamSchema = webSearchResultBlockSchema;
export type WebSearchResultBlockParam = WebSearchResultBlock;

/** Why the search failed. */
export const webSearchToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'max_uses_exceeded',
  'too_many_requests',
  'query_too_long',
  'request_too_large',
]);
export type WebSearchToolResultErrorCode = z.infer<typeof webSearchToolResultErrorCodeSchema>;

/** The search failed. */
export const webSearchToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('web_search_tool_result_error'),
  error_code: webSearchToolResultErrorCodeSchema,
});
export type WebSearchToolResultErrorObject = z.infer<typeof webSearchToolResultErrorObjectSchema>;
/** As a request sends it back. */
export const webSearchToolRequestErrorObjectSchema = webSearchToolResultErrorObjectSchema;
export type WebSearchToolRequestErrorObject = WebSearchToolResultErrorObject;

/** Hits, or why there are none. */
export const webSearchToolResultBlockContentSchema = z.union([
  z.array(webSearchResultBlockSchema),
  webSearchToolResultErrorObjectSchema,
]);
export type WebSearchToolResultBlockContent = z.infer<typeof webSearchToolResultBlockContentSchema>;
/** As a request sends it back. */
export const webSearchToolResultBlockParamContentSchema = webSearchToolResultBlockContentSchema;
export type WebSearchToolResultBlockParamContent = WebSearchToolResultBlockContent;

const webSearchToolResultBlockShape = {
  type: z.literal('web_search_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** Hits, or why there are none. */
  content: webSearchToolResultBlockContentSchema,
  /** Caller: the model, or code that it wrote. Absent: the model. */
  caller: callerField,
};
export type WebSearchToolResultBlockShape = {
  [Name in keyof typeof webSearchToolResultBlockShape]: (typeof webSearchToolResultBlockShape)[Name];
};
/** What a search of the web found. */
export const webSearchToolResultBlockSchema: z.ZodObject<WebSearchToolResultBlockShape, z.core.$loose> =
  z.looseObject(webSearchToolResultBlockShape);
export type WebSearchToolResultBlock = z.infer<typeof webSearchToolResultBlockSchema>;

const webSearchToolResultBlockParamShape = {
  ...webSearchToolResultBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type WebSearchToolResultBlockParamShape = {
  [Name in keyof typeof webSearchToolResultBlockParamShape]: (typeof webSearchToolResultBlockParamShape)[Name];
};
/** Results of a search, sent back. Other models receive titles and URLs, and the content that this service encrypted. */
export const webSearchToolResultBlockParamSchema: z.ZodObject<WebSearchToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(webSearchToolResultBlockParamShape);
export type WebSearchToolResultBlockParam = z.infer<typeof webSearchToolResultBlockParamSchema>;
