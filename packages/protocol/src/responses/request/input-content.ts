// Content that goes to the model: in messages, in tool outputs and in prompt variables.
import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';

const promptCacheBreakpointShape = {
  /** Where the prefix ends is told by the client, and not found by the service. */
  mode: z.literal('explicit'),
  /** How long the prefix is kept. */
  ttl: z.enum(['30m', '12h']).optional(),
};
export type PromptCacheBreakpointShape = {
  [Name in keyof typeof promptCacheBreakpointShape]: (typeof promptCacheBreakpointShape)[Name];
};
/** Marks the end of a prompt prefix that the client wants cached. */
export const promptCacheBreakpointSchema: z.ZodObject<PromptCacheBreakpointShape, z.core.$loose> =
  z.looseObject(promptCacheBreakpointShape);
export type PromptCacheBreakpoint = z.infer<typeof promptCacheBreakpointSchema>;

/** How closely the model looks at an image. Default `auto`. */
export const imageDetailSchema = z.enum(['low', 'high', 'auto', 'original']);
export type ImageDetail = z.infer<typeof imageDetailSchema>;

/** Text for the model. */
export const responseInputTextSchema = z.looseObject({
  type: z.literal('input_text'),
  text: z.string(),
  prompt_cache_breakpoint: promptCacheBreakpointSchema.nullish(),
});
export type ResponseInputText = z.infer<typeof responseInputTextSchema>;

const responseInputImageShape = {
  type: z.literal('input_image'),
  /** The official types require it in messages; clients leave it out, and then it is `auto`. */
  detail: imageDetailSchema.nullish(),
  /** An `https:` address, which is fetched where the installation allows it, or a `data:` URL with base64. */
  image_url: z.string().nullish(),
  /** A file that was uploaded before. One of `image_url` and `file_id`. */
  file_id: z.string().nullish(),
  /** Marks the end of a prompt prefix that the client wants cached. */
  prompt_cache_breakpoint: promptCacheBreakpointSchema.nullish(),
};
export type ResponseInputImageShape = {
  [Name in keyof typeof responseInputImageShape]: (typeof responseInputImageShape)[Name];
};
/** An image by URL (`https:` or `data:`) or by file id. */
export const responseInputImageSchema: z.ZodObject<ResponseInputImageShape, z.core.$loose> =
  z.looseObject(responseInputImageShape);
export type ResponseInputImage = z.infer<typeof responseInputImageSchema>;

const responseInputFileShape = {
  type: z.literal('input_file'),
  /** How closely the model looks at the pages of the file. Default `auto`. */
  detail: z.enum(['auto', 'low', 'high']).nullish(),
  /** A `data:` URL, or base64 alone. One of `file_data`, `file_id` and `file_url`. */
  file_data: z.string().nullish(),
  /** A file that was uploaded before. */
  file_id: z.string().nullish(),
  /** An `https:` address, which is fetched where the installation allows it. */
  file_url: z.string().nullish(),
  /** Its ending tells the kind of file where `file_data` does not. */
  filename: z.string().nullish(),
  /** Marks the end of a prompt prefix that the client wants cached. */
  prompt_cache_breakpoint: promptCacheBreakpointSchema.nullish(),
};
export type ResponseInputFileShape = {
  [Name in keyof typeof responseInputFileShape]: (typeof responseInputFileShape)[Name];
};
/** A file by data URL or base64, by file id or by URL. */
export const responseInputFileSchema: z.ZodObject<ResponseInputFileShape, z.core.$loose> =
  z.looseObject(responseInputFileShape);
export type ResponseInputFile = z.infer<typeof responseInputFileSchema>;

const inputAudioShape = {
  /** Base64. */
  data: z.string(),
  /** How `data` is encoded. */
  format: z.enum(['mp3', 'wav']),
};
/** The fields of the audio data of an input part. */
export type InputAudioShape = { [Name in keyof typeof inputAudioShape]: (typeof inputAudioShape)[Name] };
const inputAudioSchema: z.ZodObject<InputAudioShape, z.core.$loose> = z.looseObject(inputAudioShape);

const responseInputAudioShape = { type: z.literal('input_audio'), input_audio: inputAudioSchema };
export type ResponseInputAudioShape = {
  [Name in keyof typeof responseInputAudioShape]: (typeof responseInputAudioShape)[Name];
};
/** A sound. The official types declare it outside the message union; it is accepted wherever content is. */
export const responseInputAudioSchema: z.ZodObject<ResponseInputAudioShape, z.core.$loose> =
  z.looseObject(responseInputAudioShape);
export type ResponseInputAudio = z.infer<typeof responseInputAudioSchema>;

const inputContents = openUnion([
  responseInputTextSchema,
  responseInputImageSchema,
  responseInputFileSchema,
  responseInputAudioSchema,
]);
/** A part of what a message or a tool output tells the model. */
export type ResponseInputContent = Named<z.infer<typeof inputContents>>;
/** A content part of an input message. */
export const responseInputContentSchema: z.ZodType<ResponseInputContent> = inputContents;

/** What a function or custom tool gave back: plain text, or parts. */
export const toolOutputSchema = z.union([z.string(), z.array(responseInputContentSchema)]);
export type ToolOutput = z.infer<typeof toolOutputSchema>;
