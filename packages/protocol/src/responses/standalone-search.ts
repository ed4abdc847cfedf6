import * as z from 'zod';
import { responseInputSchema } from './items/input-item.js';
import { userLocationSchema } from './tools/web-search-tools.js';

/** Commands of one search, in all its lists together. */
export const maxSearchCommands = 20;

const domains = z.array(z.string()).nullish();

const searchQuerySchema = z.looseObject({ q: z.string().min(1), recency: z.int().min(0).nullish(), domains });

const searchCommandsShape = {
  /** Searches of the web for `q`, in pages that are at most `recency` days old, and of `domains` alone. */
  search_query: z.array(searchQuerySchema).max(maxSearchCommands).nullish(),
  /** Pages to open, by their URL. `lineno`: the first line to show. */
  open: z
    .array(z.looseObject({ ref_id: z.string(), lineno: z.int().min(0).nullish() }))
    .max(maxSearchCommands)
    .nullish(),
  /** Texts to find in pages. */
  find: z
    .array(z.looseObject({ ref_id: z.string(), pattern: z.string().min(1) }))
    .max(maxSearchCommands)
    .nullish(),
  /** Times at UTC offsets such as `+03:00`. */
  time: z
    .array(z.looseObject({ utc_offset: z.string() }))
    .max(maxSearchCommands)
    .nullish(),
  /** How much of the results the response has. */
  response_length: z.enum(['short', 'medium', 'long']).nullish(),
};
export type SearchCommandsShape = { [Name in keyof typeof searchCommandsShape]: (typeof searchCommandsShape)[Name] };
/** What a standalone search does, in this order: at most 20 commands in all. Commands of other names are not supported. */
export const searchCommandsSchema: z.ZodObject<SearchCommandsShape, z.core.$loose> = z.looseObject(searchCommandsShape);
export type SearchCommands = z.infer<typeof searchCommandsSchema>;

const searchSettingsShape = {
  /** Approximate location of the user. */
  user_location: userLocationSchema.nullish(),
  /** How much of the found pages the results have. Default `medium`. */
  search_context_size: z.enum(['low', 'medium', 'high']).nullish(),
  /** False: opens no pages. */
  external_web_access: z.boolean().nullish(),
  /** One of the two lists. */
  filters: z.looseObject({ allowed_domains: domains, blocked_domains: domains }).nullish(),
};
export type SearchSettingsShape = { [Name in keyof typeof searchSettingsShape]: (typeof searchSettingsShape)[Name] };
/** How a standalone search is made. */
export const searchSettingsSchema: z.ZodObject<SearchSettingsShape, z.core.$loose> = z.looseObject(searchSettingsShape);
export type SearchSettings = z.infer<typeof searchSettingsSchema>;

const searchParamsShape = {
  /** The client's name for the search. */
  id: z.string().nullish(),
  model: z.string().nullish(),
  /** The conversation that needs the search: pages are opened only if it has their URLs. */
  input: responseInputSchema.nullish(),
  commands: searchCommandsSchema.nullish(),
  settings: searchSettingsSchema.nullish(),
  /** Approximate maximum number of tokens of `output`. */
  max_output_tokens: z.int().min(1).nullish(),
};
export type SearchParamsShape = { [Name in keyof typeof searchParamsShape]: (typeof searchParamsShape)[Name] };
/** Body of `POST /v1/alpha/search`: Codex searches with it outside of a response. */
export const searchParamsSchema: z.ZodObject<SearchParamsShape, z.core.$loose> = z.looseObject(searchParamsShape);
export type SearchParams = z.infer<typeof searchParamsSchema>;

const searchResponseShape = {
  /** The results as a model reads them. */
  output: z.string(),
  /** The results for the vendor's own models; this service sends none. */
  encrypted_output: z.string().nullish(),
};
export type SearchResponseShape = { [Name in keyof typeof searchResponseShape]: (typeof searchResponseShape)[Name] };
/** What `POST /v1/alpha/search` found. */
export const searchResponseSchema: z.ZodObject<SearchResponseShape, z.core.$loose> = z.looseObject(searchResponseShape);
export type SearchResponse = z.infer<typeof searchResponseSchema>;
