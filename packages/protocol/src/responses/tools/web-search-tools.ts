import * as z from 'zod';

const userLocationShape = {
  type: z.literal('approximate').optional(),
  city: z.string().nullish(),
  /** ISO 3166-1, two letters. */
  country: z.string().nullish(),
  region: z.string().nullish(),
  /** IANA name, such as `Europe/Berlin`. */
  timezone: z.string().nullish(),
};
export type UserLocationShape = { [Name in keyof typeof userLocationShape]: (typeof userLocationShape)[Name] };
/** Roughly where the user is. `country` is a two-letter code, `timezone` an IANA name. */
export const userLocationSchema: z.ZodObject<UserLocationShape, z.core.$loose> = z.looseObject(userLocationShape);
export type UserLocation = z.infer<typeof userLocationSchema>;

const searchContextSizeSchema = z.enum(['low', 'medium', 'high']);

const webSearchToolShape = {
  type: z.literal(['web_search', 'web_search_2025_08_26']),
  /** False restricts the search to an index and fetches nothing. */
  external_web_access: z.boolean().optional(),
  /** Only these domains, those below them included. */
  filters: z.looseObject({ allowed_domains: z.array(z.string()).nullish() }).nullish(),
  /** How much of the search results the model receives. Default `medium`. */
  search_context_size: searchContextSizeSchema.optional(),
  /** Approximate location of the user, to localize results. */
  user_location: userLocationSchema.nullish(),
};
export type WebSearchToolShape = { [Name in keyof typeof webSearchToolShape]: (typeof webSearchToolShape)[Name] };
/** Searches the web. */
export const webSearchToolSchema: z.ZodObject<WebSearchToolShape, z.core.$loose> = z.looseObject(webSearchToolShape);
export type WebSearchTool = z.infer<typeof webSearchToolSchema>;

const webSearchPreviewToolShape = {
  type: z.literal(['web_search_preview', 'web_search_preview_2025_03_11']),
  /** What may be found. Default: text. */
  search_content_types: z.array(z.enum(['text', 'image'])).optional(),
  /** How much of the search results the model receives. Default `medium`. */
  search_context_size: searchContextSizeSchema.optional(),
  /** Approximate location of the user, to localize results. */
  user_location: userLocationSchema.nullish(),
};
export type WebSearchPreviewToolShape = {
  [Name in keyof typeof webSearchPreviewToolShape]: (typeof webSearchPreviewToolShape)[Name];
};
/** The earlier form of web search. */
export const webSearchPreviewToolSchema: z.ZodObject<WebSearchPreviewToolShape, z.core.$loose> =
  z.looseObject(webSearchPreviewToolShape);
export type WebSearchPreviewTool = z.infer<typeof webSearchPreviewToolSchema>;
