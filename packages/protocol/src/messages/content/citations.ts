// Sources of response text. Indices count from 0, page numbers from 1, ends are exclusive.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

const cited = {
  /** The complete cited text. It does not count as output tokens. */
  cited_text: z.string(),
};
const citedDocument = {
  ...cited,
  /** Which document of the request, counted from 0. */
  document_index: z.int(),
  /** The document's `title`; null when it has none. */
  document_title: z.string().nullable(),
};
/** The request form has no `file_id`. */
const fileId = {
  /** ID of the uploaded file for the document; null for other documents. */
  file_id: z.string().nullish(),
};

const charRange = {
  type: z.literal('char_location'),
  ...citedDocument,
  /** The first character, from 0. */
  start_char_index: z.int(),
  /** Index after the last character. */
  end_char_index: z.int(),
};
const pageRange = {
  type: z.literal('page_location'),
  ...citedDocument,
  /** The first page, from 1. */
  start_page_number: z.int(),
  /** Page after the last cited page. */
  end_page_number: z.int(),
};
const blockRange = {
  type: z.literal('content_block_location'),
  ...citedDocument,
  /** The first block of the document's content, from 0. */
  start_block_index: z.int(),
  /** Index after the last block. */
  end_block_index: z.int(),
};

export type CitationCharLocationParamShape = { [Name in keyof typeof charRange]: (typeof charRange)[Name] };
/** Characters of a plain-text document. */
export const citationCharLocationParamSchema: z.ZodObject<CitationCharLocationParamShape, z.core.$loose> =
  z.looseObject(charRange);
export type CitationCharLocationParam = z.infer<typeof citationCharLocationParamSchema>;

const citationCharLocationShape = {
  ...charRange,
  ...fileId,
};
export type CitationCharLocationShape = {
  [Name in keyof typeof citationCharLocationShape]: (typeof citationCharLocationShape)[Name];
};
/** Characters of a plain-text document. */
export const citationCharLocationSchema: z.ZodObject<CitationCharLocationShape, z.core.$loose> =
  z.looseObject(citationCharLocationShape);
export type CitationCharLocation = z.infer<typeof citationCharLocationSchema>;

export type CitationPageLocationParamShape = { [Name in keyof typeof pageRange]: (typeof pageRange)[Name] };
/** Pages of a PDF. */
export const citationPageLocationParamSchema: z.ZodObject<CitationPageLocationParamShape, z.core.$loose> =
  z.looseObject(pageRange);
export type CitationPageLocationParam = z.infer<typeof citationPageLocationParamSchema>;

const citationPageLocationShape = {
  ...pageRange,
  ...fileId,
};
export type CitationPageLocationShape = {
  [Name in keyof typeof citationPageLocationShape]: (typeof citationPageLocationShape)[Name];
};
/** Pages of a PDF. */
export const citationPageLocationSchema: z.ZodObject<CitationPageLocationShape, z.core.$loose> =
  z.looseObject(citationPageLocationShape);
export type CitationPageLocation = z.infer<typeof citationPageLocationSchema>;

export type CitationContentBlockLocationParamShape = { [Name in keyof typeof blockRange]: (typeof blockRange)[Name] };
/** Blocks of a document that was given as content blocks. */
export const citationContentBlockLocationParamSchema: z.ZodObject<
  CitationContentBlockLocationParamShape,
  z.core.$loose
> = z.looseObject(blockRange);
export type CitationContentBlockLocationParam = z.infer<typeof citationContentBlockLocationParamSchema>;

const citationContentBlockLocationShape = {
  ...blockRange,
  ...fileId,
};
export type CitationContentBlockLocationShape = {
  [Name in keyof typeof citationContentBlockLocationShape]: (typeof citationContentBlockLocationShape)[Name];
};
/** Blocks of a document that was given as content blocks. */
export const citationContentBlockLocationSchema: z.ZodObject<CitationContentBlockLocationShape, z.core.$loose> =
  z.looseObject(citationContentBlockLocationShape);
export type CitationContentBlockLocation = z.infer<typeof citationContentBlockLocationSchema>;

const citationsWebSearchResultLocationShape = {
  type: z.literal('web_search_result_location'),
  ...cited,
  /** Opaque: sent back unchanged. */
  encrypted_index: z.string(),
  /** Null when the page has none. */
  title: z.string().nullable(),
  url: z.string(),
};
export type CitationsWebSearchResultLocationShape = {
  [Name in keyof typeof citationsWebSearchResultLocationShape]: (typeof citationsWebSearchResultLocationShape)[Name];
};
/** A page that a search of the web found. */
export const citationsWebSearchResultLocationSchema: z.ZodObject<CitationsWebSearchResultLocationShape, z.core.$loose> =
  z.looseObject(citationsWebSearchResultLocationShape);
export type CitationsWebSearchResultLocation = z.infer<typeof citationsWebSearchResultLocationSchema>;
/** As a request sends it back. */
export const citationWebSearchResultLocationParamSchema = citationsWebSearchResultLocationSchema;
export type CitationWebSearchResultLocationParam = CitationsWebSearchResultLocation;

const citationsSearchResultLocationShape = {
  type: z.literal('search_result_location'),
  ...cited,
  /** Which `search_result` of the request, counted from 0. Hits of the web search tool do not count. */
  search_result_index: z.int(),
  /** The `source` of the search result. */
  source: z.string(),
  /** The `title` of the search result. */
  title: z.string().nullable(),
  /** The first block of its content, from 0. */
  start_block_index: z.int(),
  /** Index after the last block. */
  end_block_index: z.int(),
};
export type CitationsSearchResultLocationShape = {
  [Name in keyof typeof citationsSearchResultLocationShape]: (typeof citationsSearchResultLocationShape)[Name];
};
/** Blocks of a `search_result` that the client sent. */
export const citationsSearchResultLocationSchema: z.ZodObject<CitationsSearchResultLocationShape, z.core.$loose> =
  z.looseObject(citationsSearchResultLocationShape);
export type CitationsSearchResultLocation = z.infer<typeof citationsSearchResultLocationSchema>;
/** As a request sends it back. */
export const citationSearchResultLocationParamSchema = citationsSearchResultLocationSchema;
export type CitationSearchResultLocationParam = CitationsSearchResultLocation;

export type TextCitation =
  | CitationCharLocation
  | CitationPageLocation
  | CitationContentBlockLocation
  | CitationsWebSearchResultLocation
  | CitationsSearchResultLocation
  | UnknownMember;
/** A citation in a response. */
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

const citationsConfigParamShape = {
  /** Default false. Other models cite numbered passages of the text; a document without text is not cited, with a warning. */
  enabled: z.boolean().optional(),
};
export type CitationsConfigParamShape = {
  [Name in keyof typeof citationsConfigParamShape]: (typeof citationsConfigParamShape)[Name];
};
/** Whether the model may cite a source. */
export const citationsConfigParamSchema: z.ZodObject<CitationsConfigParamShape, z.core.$loose> =
  z.looseObject(citationsConfigParamShape);
export type CitationsConfigParam = z.infer<typeof citationsConfigParamSchema>;
/** Whether the model may cite a source. */
export const citationsConfigSchema = z.looseObject({ enabled: z.boolean() });
export type CitationsConfig = z.infer<typeof citationsConfigSchema>;
