// Content that goes to the model: in messages, in tool outputs and in prompt variables.
import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';

const promptCacheBreakpointShape = {
  /** The client marks the end of the prefix; the service does not detect it. */
  mode: z.literal('explicit'),
  /** How long the prefix stays cached. */
  ttl: z.enum(['30m', '12h']).optional(),
};
export type PromptCacheBreakpointShape = {
  [Name in keyof typeof promptCacheBreakpointShape]: (typeof promptCacheBreakpointShape)[Name];
};
/** Marks the end of a prompt prefix to cache. */
export const promptCacheBreakpointSchema: z.ZodObject<PromptCacheBreakpointShape, z.core.$loose> =
  z.looseObject(promptCacheBreakpointShape);
export type PromptCacheBreakpoint = z.infer<typeof promptCacheBreakpointSchema>;

/** Detail level of an image for the model. Default `auto`. */
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
  /** The official types require it in messages; clients omit it, and then it is `auto`. */
  detail: imageDetailSchema.nullish(),
  /** An `https:` address, which is fetched where the installation allows it, or a `data:` URL with base64. */
  image_url: z.string().nullish(),
  /** ID of an uploaded file. Either `image_url` or `file_id`. */
  file_id: z.string().nullish(),
  /** Marks the end of a prompt prefix to cache. */
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
  /** Detail level of the file's pages for the model. Default `auto`. */
  detail: z.enum(['auto', 'low', 'high']).nullish(),
  /** A `data:` URL, or plain base64. One of `file_data`, `file_id` and `file_url`. */
  file_data: z.string().nullish(),
  /** A file that was uploaded before. */
  file_id: z.string().nullish(),
  /** An `https:` address, which is fetched where the installation allows it. */
  file_url: z.string().nullish(),
  /** Its extension determines the file type when `file_data` does not. */
  filename: z.string().nullish(),
  /** Marks the end of a prompt prefix to cache. */
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
/** A content part of a message or a tool output. */
export type ResponseInputContent = Named<z.infer<typeof inputContents>>;
/** A content part of an input message. */
export const responseInputContentSchema: z.ZodType<ResponseInputContent> = inputContents;

/** What a function or custom tool gave back: plain text, or parts. */
export const toolOutputSchema = z.union([z.string(), z.array(responseInputContentSchema)]);
export type ToolOutput = z.infer<typeof toolOutputSchema>;
