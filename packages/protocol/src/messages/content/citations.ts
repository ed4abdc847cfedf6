// Where a piece of an answer was taken from. Indices count from 0, page numbers from 1, ends are exclusive.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

const cited = { cited_text: z.string() };
const citedDocument = { ...cited, document_index: z.int(), document_title: z.string().nullable() };
/** The request form has no `file_id`. */
const fileId = { file_id: z.string().nullish() };

const charRange = { type: z.literal('char_location'), ...citedDocument, start_char_index: z.int(), end_char_index: z.int() };
const pageRange = { type: z.literal('page_location'), ...citedDocument, start_page_number: z.int(), end_page_number: z.int() };
const blockRange = {
  type: z.literal('content_block_location'),
  ...citedDocument,
  start_block_index: z.int(),
  end_block_index: z.int(),
};

/** Characters of a plain-text document. */
export const citationCharLocationParamSchema = z.looseObject(charRange);
export type CitationCharLocationParam = z.infer<typeof citationCharLocationParamSchema>;
export const citationCharLocationSchema = z.looseObject({ ...charRange, ...fileId });
export type CitationCharLocation = z.infer<typeof citationCharLocationSchema>;

/** Pages of a PDF. */
export const citationPageLocationParamSchema = z.looseObject(pageRange);
export type CitationPageLocationParam = z.infer<typeof citationPageLocationParamSchema>;
export const citationPageLocationSchema = z.looseObject({ ...pageRange, ...fileId });
export type CitationPageLocation = z.infer<typeof citationPageLocationSchema>;

/** Blocks of a document that was given as content blocks. */
export const citationContentBlockLocationParamSchema = z.looseObject(blockRange);
export type CitationContentBlockLocationParam = z.infer<typeof citationContentBlockLocationParamSchema>;
export const citationContentBlockLocationSchema = z.looseObject({ ...blockRange, ...fileId });
export type CitationContentBlockLocation = z.infer<typeof citationContentBlockLocationSchema>;

/** A result of the web search tool. `encrypted_index` goes back unchanged. */
export const citationsWebSearchResultLocationSchema = z.looseObject({
  type: z.literal('web_search_result_location'),
  ...cited,
  encrypted_index: z.string(),
  title: z.string().nullable(),
  url: z.string(),
});
export type CitationsWebSearchResultLocation = z.infer<typeof citationsWebSearchResultLocationSchema>;
export const citationWebSearchResultLocationParamSchema = citationsWebSearchResultLocationSchema;
export type CitationWebSearchResultLocationParam = CitationsWebSearchResultLocation;

/** Blocks of a `search_result` that the client sent. */
export const citationsSearchResultLocationSchema = z.looseObject({
  type: z.literal('search_result_location'),
  ...cited,
  search_result_index: z.int(),
  source: z.string(),
  title: z.string().nullable(),
  start_block_index: z.int(),
  end_block_index: z.int(),
});
export type CitationsSearchResultLocation = z.infer<typeof citationsSearchResultLocationSchema>;
export const citationSearchResultLocationParamSchema = citationsSearchResultLocationSchema;
export type CitationSearchResultLocationParam = CitationsSearchResultLocation;

export type TextCitation =
  | CitationCharLocation
  | CitationPageLocation
  | CitationContentBlockLocation
  | CitationsWebSearchResultLocation
  | CitationsSearchResultLocation
  | UnknownMember;
/** A citation in an answer. */
export const textCitationSchema: z.ZodType<TextCitation> = openUnion([
  citationCharLocationSchema,
  citationPageLocationSchema,
  citationContentBlockLocationSchema,
  citationsWebSearchResultLocationSchema,
  citationsSearchResultLocationSchema,
]);

export type TextCitationParam =
  | CitationCharLocationParam
  | CitationPageLocationParam
  | CitationContentBlockLocationParam
  | CitationWebSearchResultLocationParam
  | CitationSearchResultLocationParam
  | UnknownMember;
/** A citation that is sent back as part of the conversation. */
export const textCitationParamSchema: z.ZodType<TextCitationParam> = openUnion([
  citationCharLocationParamSchema,
  citationPageLocationParamSchema,
  citationContentBlockLocationParamSchema,
  citationWebSearchResultLocationParamSchema,
  citationSearchResultLocationParamSchema,
]);

/** Whether the model may cite a source. Default false. */
export const citationsConfigParamSchema = z.looseObject({ enabled: z.boolean().optional() });
export type CitationsConfigParam = z.infer<typeof citationsConfigParamSchema>;
export const citationsConfigSchema = z.looseObject({ enabled: z.boolean() });
export type CitationsConfig = z.infer<typeof citationsConfigSchema>;
