import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { openEnum } from '../../schema/open-enum.js';

/** One hit. `encrypted_content` goes back unchanged; `page_age` is a human-readable date. */
export const webSearchResultBlockSchema = z.looseObject({
  type: z.literal('web_search_result'),
  url: z.string(),
  title: z.string(),
  encrypted_content: z.string(),
  page_age: z.string().nullish(),
});
export type WebSearchResultBlock = z.infer<typeof webSearchResultBlockSchema>;
export const webSearchResultBlockParamSchema = webSearchResultBlockSchema;
export type WebSearchResultBlockParam = WebSearchResultBlock;

export const webSearchToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'max_uses_exceeded',
  'too_many_requests',
  'query_too_long',
  'request_too_large',
]);
export type WebSearchToolResultErrorCode = z.infer<typeof webSearchToolResultErrorCodeSchema>;

export const webSearchToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('web_search_tool_result_error'),
  error_code: webSearchToolResultErrorCodeSchema,
});
export type WebSearchToolResultErrorObject = z.infer<typeof webSearchToolResultErrorObjectSchema>;
export const webSearchToolRequestErrorObjectSchema = webSearchToolResultErrorObjectSchema;
export type WebSearchToolRequestErrorObject = WebSearchToolResultErrorObject;

export const webSearchToolResultBlockContentSchema = z.union([
  z.array(webSearchResultBlockSchema),
  webSearchToolResultErrorObjectSchema,
]);
export type WebSearchToolResultBlockContent = z.infer<typeof webSearchToolResultBlockContentSchema>;
export const webSearchToolResultBlockParamContentSchema = webSearchToolResultBlockContentSchema;
export type WebSearchToolResultBlockParamContent = WebSearchToolResultBlockContent;

/** What the search named by `tool_use_id` found, or why it found nothing. */
export const webSearchToolResultBlockSchema = z.looseObject({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string(),
  content: webSearchToolResultBlockContentSchema,
  caller: callerField,
});
export type WebSearchToolResultBlock = z.infer<typeof webSearchToolResultBlockSchema>;

export const webSearchToolResultBlockParamSchema = webSearchToolResultBlockSchema.extend({ cache_control: cacheControlField });
export type WebSearchToolResultBlockParam = z.infer<typeof webSearchToolResultBlockParamSchema>;
