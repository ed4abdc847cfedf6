import * as z from 'zod';
import { passedOnNumberSchema } from '../../schema/exact-number.js';
import { openUnion } from '../../schema/open-union.js';

const fileSearchResultShape = {
  /** What was stored with the file. */
  attributes: z.record(z.string(), z.union([z.string(), passedOnNumberSchema, z.boolean()])).nullish(),
  file_id: z.string().optional(),
  filename: z.string().optional(),
  /** Relevance, 0 to 1. */
  score: z.number().optional(),
  /** The matching segment of the file. */
  text: z.string().optional(),
};
export type FileSearchResultShape = {
  [Name in keyof typeof fileSearchResultShape]: (typeof fileSearchResultShape)[Name];
};
/** One file search result. `score` is 0 to 1. */
export const fileSearchResultSchema: z.ZodObject<FileSearchResultShape, z.core.$loose> =
  z.looseObject(fileSearchResultShape);
export type FileSearchResult = z.infer<typeof fileSearchResultSchema>;

const responseFileSearchToolCallShape = {
  type: z.literal('file_search_call'),
  id: z.string(),
  status: z.enum(['in_progress', 'searching', 'completed', 'incomplete', 'failed']),
  /** What was searched for. */
  queries: z.array(z.string()),
  /** Null or absent unless `include` asked for `file_search_call.results`. */
  results: z.array(fileSearchResultSchema).nullish(),
};
export type ResponseFileSearchToolCallShape = {
  [Name in keyof typeof responseFileSearchToolCallShape]: (typeof responseFileSearchToolCallShape)[Name];
};
/** A search of vector stores. `results` are present when `include` contains `file_search_call.results`. */
export const responseFileSearchToolCallSchema: z.ZodObject<ResponseFileSearchToolCallShape, z.core.$loose> =
  z.looseObject(responseFileSearchToolCallShape);
export type ResponseFileSearchToolCall = z.infer<typeof responseFileSearchToolCallSchema>;

const webSearchActionSearchShape = {
  type: z.literal('search'),
  /** What was searched for. Old form of `queries`. */
  query: z.string().optional(),
  /** What was searched for. */
  queries: z.array(z.string()).optional(),
  /** Present when `include` contains `web_search_call.action.sources`. */
  sources: z.array(z.looseObject({ type: z.literal('url'), url: z.string() })).optional(),
};
/** The fields of the action `search` of a web search call. */
export type WebSearchActionSearchShape = {
  [Name in keyof typeof webSearchActionSearchShape]: (typeof webSearchActionSearchShape)[Name];
};
const webSearchActionSearchSchema: z.ZodObject<WebSearchActionSearchShape, z.core.$loose> =
  z.looseObject(webSearchActionSearchShape);

/** What a web search did. */
export const webSearchActionSchema = openUnion([
  webSearchActionSearchSchema,
  z.looseObject({ type: z.literal('open_page'), url: z.string().nullish() }),
  z.looseObject({ type: z.literal('find_in_page'), pattern: z.string(), url: z.string() }),
]);
export type WebSearchAction = z.infer<typeof webSearchActionSchema>;

const responseFunctionWebSearchShape = {
  type: z.literal('web_search_call'),
  id: z.string(),
  status: z.enum(['in_progress', 'searching', 'completed', 'failed', 'incomplete']),
  action: webSearchActionSchema,
};
export type ResponseFunctionWebSearchShape = {
  [Name in keyof typeof responseFunctionWebSearchShape]: (typeof responseFunctionWebSearchShape)[Name];
};
/** A search of the web. */
export const responseFunctionWebSearchSchema: z.ZodObject<ResponseFunctionWebSearchShape, z.core.$loose> =
  z.looseObject(responseFunctionWebSearchShape);
export type ResponseFunctionWebSearch = z.infer<typeof responseFunctionWebSearchSchema>;

const responseFileSearchToolCallParamShape = {
  ...responseFileSearchToolCallShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
};
export type ResponseFileSearchToolCallParamShape = {
  [Name in keyof typeof responseFileSearchToolCallParamShape]: (typeof responseFileSearchToolCallParamShape)[Name];
};
/** A search of vector stores as clients send it back. */
export const responseFileSearchToolCallParamSchema: z.ZodObject<ResponseFileSearchToolCallParamShape, z.core.$loose> =
  z.looseObject(responseFileSearchToolCallParamShape);
export type ResponseFileSearchToolCallParam = z.infer<typeof responseFileSearchToolCallParamSchema>;

const responseFunctionWebSearchParamShape = {
  ...responseFunctionWebSearchShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
  /** As in the response; it has no effect. */
  status: responseFunctionWebSearchShape.status.nullish(),
  /** The search action; absent when the service did not send it to the client. */
  action: webSearchActionSchema.nullish(),
};
export type ResponseFunctionWebSearchParamShape = {
  [Name in keyof typeof responseFunctionWebSearchParamShape]: (typeof responseFunctionWebSearchParamShape)[Name];
};
/** A web search as clients send it back: Codex retains neither the id nor fields that it did not receive. */
export const responseFunctionWebSearchParamSchema: z.ZodObject<ResponseFunctionWebSearchParamShape, z.core.$loose> =
  z.looseObject(responseFunctionWebSearchParamShape);
export type ResponseFunctionWebSearchParam = z.infer<typeof responseFunctionWebSearchParamSchema>;
