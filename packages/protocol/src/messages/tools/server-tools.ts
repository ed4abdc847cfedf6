// Tools that the service itself would run. The date in a kind is the version of its behaviour.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { citationsConfigParamSchema } from '../content/citations.js';
import { toolFields } from './tool-base.js';

const codeExecution = { name: z.literal('code_execution'), ...toolFields };
export const codeExecutionTool20250522Schema = z.looseObject({ type: z.literal('code_execution_20250522'), ...codeExecution });
export type CodeExecutionTool20250522 = z.infer<typeof codeExecutionTool20250522Schema>;
export const codeExecutionTool20250825Schema = z.looseObject({ type: z.literal('code_execution_20250825'), ...codeExecution });
export type CodeExecutionTool20250825 = z.infer<typeof codeExecutionTool20250825Schema>;
export const codeExecutionTool20260120Schema = z.looseObject({ type: z.literal('code_execution_20260120'), ...codeExecution });
export type CodeExecutionTool20260120 = z.infer<typeof codeExecutionTool20260120Schema>;
export const codeExecutionTool20260521Schema = z.looseObject({ type: z.literal('code_execution_20260521'), ...codeExecution });
export type CodeExecutionTool20260521 = z.infer<typeof codeExecutionTool20260521Schema>;

/** Where the user roughly is; `country` is ISO 3166 alpha-2, `timezone` an IANA name. */
export const userLocationSchema = z.looseObject({
  type: z.literal('approximate'),
  city: z.string().nullish(),
  region: z.string().nullish(),
  country: z.string().nullish(),
  timezone: z.string().nullish(),
});
export type UserLocation = z.infer<typeof userLocationSchema>;

/** Only one of the two domain lists may be given. `max_uses` counts per request. */
const web = {
  allowed_domains: z.array(z.string()).nullish(),
  blocked_domains: z.array(z.string()).nullish(),
  max_uses: z.int().min(1).nullish(),
  ...toolFields,
};
/** Whether results appear in the answer. Default `full`. */
const inclusion = { response_inclusion: z.enum(['full', 'excluded']).optional() };

const webSearch = { name: z.literal('web_search'), user_location: userLocationSchema.nullish(), ...web };
export const webSearchTool20250305Schema = z.looseObject({ type: z.literal('web_search_20250305'), ...webSearch });
export type WebSearchTool20250305 = z.infer<typeof webSearchTool20250305Schema>;
export const webSearchTool20260209Schema = z.looseObject({ type: z.literal('web_search_20260209'), ...webSearch });
export type WebSearchTool20260209 = z.infer<typeof webSearchTool20260209Schema>;
export const webSearchTool20260318Schema = z.looseObject({ type: z.literal('web_search_20260318'), ...webSearch, ...inclusion });
export type WebSearchTool20260318 = z.infer<typeof webSearchTool20260318Schema>;

export const webFetchURLSourceToolReferenceSchema = z.looseObject({ type: z.literal('tool_reference'), name: z.string() });
export type WebFetchURLSourceToolReference = z.infer<typeof webFetchURLSourceToolReferenceSchema>;
export const webFetchURLSourceAllSchema = z.looseObject({ type: z.literal('all') });
export type WebFetchURLSourceAll = z.infer<typeof webFetchURLSourceAllSchema>;
export const webFetchURLSourceNoneSchema = z.looseObject({ type: z.literal('none') });
export type WebFetchURLSourceNone = z.infer<typeof webFetchURLSourceNoneSchema>;
const namedTools = z.array(webFetchURLSourceToolReferenceSchema);
export const webFetchURLSourceOnlySchema = z.looseObject({ type: z.literal('only'), tools: namedTools });
export type WebFetchURLSourceOnly = z.infer<typeof webFetchURLSourceOnlySchema>;
export const webFetchURLSourceExceptSchema = z.looseObject({ type: z.literal('except'), tools: namedTools });
export type WebFetchURLSourceExcept = z.infer<typeof webFetchURLSourceExceptSchema>;

type ToolResultSources =
  | WebFetchURLSourceAll
  | WebFetchURLSourceNone
  | WebFetchURLSourceOnly
  | WebFetchURLSourceExcept
  | UnknownMember;
const toolResultSourcesSchema: z.ZodType<ToolResultSources> = openUnion([
  webFetchURLSourceAllSchema,
  webFetchURLSourceNoneSchema,
  webFetchURLSourceOnlySchema,
  webFetchURLSourceExceptSchema,
]);
/** Which parts of the conversation may name addresses to fetch. */
export const webFetchURLSourcesSchema = z.looseObject({
  client_tool_results: toolResultSourcesSchema.optional(),
  server_tool_results: toolResultSourcesSchema.optional(),
  user_input: openUnion([webFetchURLSourceAllSchema, webFetchURLSourceNoneSchema]).optional(),
});
export type WebFetchURLSources = z.infer<typeof webFetchURLSourcesSchema>;

const webFetch = {
  name: z.literal('web_fetch'),
  citations: citationsConfigParamSchema.nullish(),
  max_content_tokens: z.int().min(1).nullish(),
  url_sources: webFetchURLSourcesSchema.nullish(),
  ...web,
};
const cached = { use_cache: z.boolean().optional() };
export const webFetchTool20250910Schema = z.looseObject({ type: z.literal('web_fetch_20250910'), ...webFetch });
export type WebFetchTool20250910 = z.infer<typeof webFetchTool20250910Schema>;
export const webFetchTool20260209Schema = z.looseObject({ type: z.literal('web_fetch_20260209'), ...webFetch });
export type WebFetchTool20260209 = z.infer<typeof webFetchTool20260209Schema>;
export const webFetchTool20260309Schema = z.looseObject({ type: z.literal('web_fetch_20260309'), ...webFetch, ...cached });
export type WebFetchTool20260309 = z.infer<typeof webFetchTool20260309Schema>;
export const webFetchTool20260318Schema = z.looseObject({
  type: z.literal('web_fetch_20260318'),
  ...webFetch,
  ...cached,
  ...inclusion,
});
export type WebFetchTool20260318 = z.infer<typeof webFetchTool20260318Schema>;

export const toolSearchToolBm25_20251119Schema = z.looseObject({
  type: z.literal(['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25']),
  name: z.literal('tool_search_tool_bm25'),
  ...toolFields,
});
export type ToolSearchToolBm25_20251119 = z.infer<typeof toolSearchToolBm25_20251119Schema>;
export const toolSearchToolRegex20251119Schema = z.looseObject({
  type: z.literal(['tool_search_tool_regex_20251119', 'tool_search_tool_regex']),
  name: z.literal('tool_search_tool_regex'),
  ...toolFields,
});
export type ToolSearchToolRegex20251119 = z.infer<typeof toolSearchToolRegex20251119Schema>;

/** Beta: `model` is asked for advice. */
export const advisorTool20260301Schema = z.looseObject({
  type: z.literal('advisor_20260301'),
  name: z.literal('advisor'),
  model: z.string(),
  caching: cacheControlField,
  max_tokens: z.int().min(1).nullish(),
  max_uses: z.int().min(1).nullish(),
  ...toolFields,
});
export type AdvisorTool20260301 = z.infer<typeof advisorTool20260301Schema>;
