// Tools that run at the server: at this service, or at an upstream of this dialect. The date in a kind is the version of its behaviour.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { citationsConfigParamSchema } from '../content/citations.js';
import { toolFields, type WithToolFields } from './tool-base.js';

const codeExecution = { name: z.literal('code_execution') };

const codeExecutionTool20250522Members = {
  type: z.literal('code_execution_20250522'),
  ...codeExecution,
};
export type CodeExecutionTool20250522Shape = WithToolFields<typeof codeExecutionTool20250522Members>;
/** Runs code in a container of the service or of an upstream of this dialect; elsewhere it is not offered. */
export const codeExecutionTool20250522Schema: z.ZodObject<CodeExecutionTool20250522Shape, z.core.$loose> =
  z.looseObject({ ...codeExecutionTool20250522Members, ...toolFields });
export type CodeExecutionTool20250522 = z.infer<typeof codeExecutionTool20250522Schema>;

const codeExecutionTool20250825Members = {
  type: z.literal('code_execution_20250825'),
  ...codeExecution,
};
export type CodeExecutionTool20250825Shape = WithToolFields<typeof codeExecutionTool20250825Members>;
/** Runs code in a container of the service or of an upstream of this dialect; elsewhere it is not offered. */
export const codeExecutionTool20250825Schema: z.ZodObject<CodeExecutionTool20250825Shape, z.core.$loose> =
  z.looseObject({ ...codeExecutionTool20250825Members, ...toolFields });
export type CodeExecutionTool20250825 = z.infer<typeof codeExecutionTool20250825Schema>;

const codeExecutionTool20260120Members = {
  type: z.literal('code_execution_20260120'),
  ...codeExecution,
};
export type CodeExecutionTool20260120Shape = WithToolFields<typeof codeExecutionTool20260120Members>;
/**
 * Runs code in a container whose state may persist between requests: of the service, or of an upstream of this
 * dialect. Elsewhere it is not offered.
 */
export const codeExecutionTool20260120Schema: z.ZodObject<CodeExecutionTool20260120Shape, z.core.$loose> =
  z.looseObject({ ...codeExecutionTool20260120Members, ...toolFields });
export type CodeExecutionTool20260120 = z.infer<typeof codeExecutionTool20260120Schema>;

const codeExecutionTool20260521Members = {
  type: z.literal('code_execution_20260521'),
  ...codeExecution,
};
export type CodeExecutionTool20260521Shape = WithToolFields<typeof codeExecutionTool20260521Members>;
/**
 * Runs code in a container whose state may persist between requests: of the service, or of an upstream of this
 * dialect. Elsewhere it is not offered.
 */
export const codeExecutionTool20260521Schema: z.ZodObject<CodeExecutionTool20260521Shape, z.core.$loose> =
  z.looseObject({ ...codeExecutionTool20260521Members, ...toolFields });
export type CodeExecutionTool20260521 = z.infer<typeof codeExecutionTool20260521Schema>;

const userLocationShape = {
  type: z.literal('approximate'),
  city: z.string().nullish(),
  region: z.string().nullish(),
  /** Two letters of ISO 3166. */
  country: z.string().nullish(),
  /** A name of IANA, such as `Europe/Berlin`. */
  timezone: z.string().nullish(),
};
export type UserLocationShape = { [Name in keyof typeof userLocationShape]: (typeof userLocationShape)[Name] };
/** Where the user roughly is. */
export const userLocationSchema: z.ZodObject<UserLocationShape, z.core.$loose> = z.looseObject(userLocationShape);
export type UserLocation = z.infer<typeof userLocationSchema>;

const web = {
  /** Only these domains. Not together with `blocked_domains`. */
  allowed_domains: z.array(z.string()).nullish(),
  /** Not these domains. Not together with `allowed_domains`. */
  blocked_domains: z.array(z.string()).nullish(),
  /** Maximum number of uses in one request. */
  max_uses: z.int().min(1).nullish(),
};
const inclusion = {
  /** Whether the response includes results that went to the model's code instead of the model. Default `full`. */
  response_inclusion: z.enum(['full', 'excluded']).optional(),
};

const webSearch = {
  name: z.literal('web_search'),
  /** Approximate location of the user, to localize results. */
  user_location: userLocationSchema.nullish(),
  ...web,
};

const webSearchTool20250305Members = {
  type: z.literal('web_search_20250305'),
  ...webSearch,
};
export type WebSearchTool20250305Shape = WithToolFields<typeof webSearchTool20250305Members>;
/** Searches the web, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webSearchTool20250305Schema: z.ZodObject<WebSearchTool20250305Shape, z.core.$loose> = z.looseObject({
  ...webSearchTool20250305Members,
  ...toolFields,
});
export type WebSearchTool20250305 = z.infer<typeof webSearchTool20250305Schema>;

const webSearchTool20260209Members = {
  type: z.literal('web_search_20260209'),
  ...webSearch,
};
export type WebSearchTool20260209Shape = WithToolFields<typeof webSearchTool20260209Members>;
/** Searches the web, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webSearchTool20260209Schema: z.ZodObject<WebSearchTool20260209Shape, z.core.$loose> = z.looseObject({
  ...webSearchTool20260209Members,
  ...toolFields,
});
export type WebSearchTool20260209 = z.infer<typeof webSearchTool20260209Schema>;

const webSearchTool20260318Members = {
  type: z.literal('web_search_20260318'),
  ...webSearch,
  ...inclusion,
};
export type WebSearchTool20260318Shape = WithToolFields<typeof webSearchTool20260318Members>;
/** Searches the web, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webSearchTool20260318Schema: z.ZodObject<WebSearchTool20260318Shape, z.core.$loose> = z.looseObject({
  ...webSearchTool20260318Members,
  ...toolFields,
});
export type WebSearchTool20260318 = z.infer<typeof webSearchTool20260318Schema>;

/** A tool of this request. */
export const webFetchURLSourceToolReferenceSchema = z.looseObject({
  type: z.literal('tool_reference'),
  name: z.string(),
});
export type WebFetchURLSourceToolReference = z.infer<typeof webFetchURLSourceToolReferenceSchema>;
/** All of them. */
export const webFetchURLSourceAllSchema = z.looseObject({ type: z.literal('all') });
export type WebFetchURLSourceAll = z.infer<typeof webFetchURLSourceAllSchema>;
/** None of them. */
export const webFetchURLSourceNoneSchema = z.looseObject({ type: z.literal('none') });
export type WebFetchURLSourceNone = z.infer<typeof webFetchURLSourceNoneSchema>;
const namedTools = z.array(webFetchURLSourceToolReferenceSchema);
/** The results of these tools alone. */
export const webFetchURLSourceOnlySchema = z.looseObject({ type: z.literal('only'), tools: namedTools });
export type WebFetchURLSourceOnly = z.infer<typeof webFetchURLSourceOnlySchema>;
/** The results of all tools but these. */
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

const webFetchURLSourcesShape = {
  /** Results of which tools of the client. */
  client_tool_results: toolResultSourcesSchema.optional(),
  /** Results of which server tools. Only those of `web_search` and `web_fetch` name any. */
  server_tool_results: toolResultSourcesSchema.optional(),
  /** URLs in user messages: all, or none. */
  user_input: openUnion([webFetchURLSourceAllSchema, webFetchURLSourceNoneSchema]).optional(),
};
export type WebFetchURLSourcesShape = {
  [Name in keyof typeof webFetchURLSourcesShape]: (typeof webFetchURLSourcesShape)[Name];
};
/** Which parts of the conversation may name addresses to fetch. Absent: every part. */
export const webFetchURLSourcesSchema: z.ZodObject<WebFetchURLSourcesShape, z.core.$loose> =
  z.looseObject(webFetchURLSourcesShape);
export type WebFetchURLSources = z.infer<typeof webFetchURLSourcesSchema>;

const webFetch = {
  name: z.literal('web_fetch'),
  /** Whether the model may cite what was fetched. Null or absent: not. */
  citations: citationsConfigParamSchema.nullish(),
  /** Approximate maximum tokens of a page in the model's input. Not for PDF files. */
  max_content_tokens: z.int().min(1).nullish(),
  /** Which parts of the conversation may name addresses to fetch. Null or absent: all. */
  url_sources: webFetchURLSourcesSchema.nullish(),
  ...web,
};
const cached = {
  /** False: fetch again even if the page is cached. */
  use_cache: z.boolean().optional(),
};

const webFetchTool20250910Members = {
  type: z.literal('web_fetch_20250910'),
  ...webFetch,
};
export type WebFetchTool20250910Shape = WithToolFields<typeof webFetchTool20250910Members>;
/** Fetches pages and PDF files, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webFetchTool20250910Schema: z.ZodObject<WebFetchTool20250910Shape, z.core.$loose> = z.looseObject({
  ...webFetchTool20250910Members,
  ...toolFields,
});
export type WebFetchTool20250910 = z.infer<typeof webFetchTool20250910Schema>;

const webFetchTool20260209Members = {
  type: z.literal('web_fetch_20260209'),
  ...webFetch,
};
export type WebFetchTool20260209Shape = WithToolFields<typeof webFetchTool20260209Members>;
/** Fetches pages and PDF files, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webFetchTool20260209Schema: z.ZodObject<WebFetchTool20260209Shape, z.core.$loose> = z.looseObject({
  ...webFetchTool20260209Members,
  ...toolFields,
});
export type WebFetchTool20260209 = z.infer<typeof webFetchTool20260209Schema>;

const webFetchTool20260309Members = {
  type: z.literal('web_fetch_20260309'),
  ...webFetch,
  ...cached,
};
export type WebFetchTool20260309Shape = WithToolFields<typeof webFetchTool20260309Members>;
/** Fetches pages and PDF files, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webFetchTool20260309Schema: z.ZodObject<WebFetchTool20260309Shape, z.core.$loose> = z.looseObject({
  ...webFetchTool20260309Members,
  ...toolFields,
});
export type WebFetchTool20260309 = z.infer<typeof webFetchTool20260309Schema>;

const webFetchTool20260318Members = {
  type: z.literal('web_fetch_20260318'),
  ...webFetch,
  ...cached,
  ...inclusion,
};
export type WebFetchTool20260318Shape = WithToolFields<typeof webFetchTool20260318Members>;
/** Fetches pages and PDF files, by the service or an upstream of this dialect; elsewhere it is not offered. */
export const webFetchTool20260318Schema: z.ZodObject<WebFetchTool20260318Shape, z.core.$loose> = z.looseObject({
  ...webFetchTool20260318Members,
  ...toolFields,
});
export type WebFetchTool20260318 = z.infer<typeof webFetchTool20260318Schema>;

const toolSearchToolBm25_20251119Members = {
  type: z.literal(['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25']),
  name: z.literal('tool_search_tool_bm25'),
};
export type ToolSearchToolBm25_20251119Shape = WithToolFields<typeof toolSearchToolBm25_20251119Members>;
/**
 * Finds deferred tools by keywords. Only an upstream of this dialect searches; other models are offered all tools at
 * once.
 */
export const toolSearchToolBm25_20251119Schema: z.ZodObject<ToolSearchToolBm25_20251119Shape, z.core.$loose> =
  z.looseObject({ ...toolSearchToolBm25_20251119Members, ...toolFields });
export type ToolSearchToolBm25_20251119 = z.infer<typeof toolSearchToolBm25_20251119Schema>;

const toolSearchToolRegex20251119Members = {
  type: z.literal(['tool_search_tool_regex_20251119', 'tool_search_tool_regex']),
  name: z.literal('tool_search_tool_regex'),
};
export type ToolSearchToolRegex20251119Shape = WithToolFields<typeof toolSearchToolRegex20251119Members>;
/**
 * Finds deferred tools by a regular expression. Only an upstream of this dialect searches; other models are offered
 * all tools at once.
 */
export const toolSearchToolRegex20251119Schema: z.ZodObject<ToolSearchToolRegex20251119Shape, z.core.$loose> =
  z.looseObject({ ...toolSearchToolRegex20251119Members, ...toolFields });
export type ToolSearchToolRegex20251119 = z.infer<typeof toolSearchToolRegex20251119Schema>;

const advisorTool20260301Members = {
  type: z.literal('advisor_20260301'),
  name: z.literal('advisor'),
  /** The advisor. */
  model: z.string(),
  /** Caching of the advisor's own prompt. Null or absent: no caching. */
  caching: cacheControlField,
  /** Maximum number of tokens per advice, including thinking. */
  max_tokens: z.int().min(1).nullish(),
  /** Maximum number of calls in one request. */
  max_uses: z.int().min(1).nullish(),
};
export type AdvisorTool20260301Shape = WithToolFields<typeof advisorTool20260301Members>;
/** Beta: lets the model consult `model`. Runs at an upstream of this dialect; other models are not offered it. */
export const advisorTool20260301Schema: z.ZodObject<AdvisorTool20260301Shape, z.core.$loose> = z.looseObject({
  ...advisorTool20260301Members,
  ...toolFields,
});
export type AdvisorTool20260301 = z.infer<typeof advisorTool20260301Schema>;
