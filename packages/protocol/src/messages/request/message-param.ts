// One message of the conversation in a request.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { contentBlockParamSchema, type ContentBlockParam } from '../content/content-param.js';
import { textBlockParamSchema, type TextBlockParam } from '../content/text-and-image-param.js';
import { effortSchema } from './output-config.js';
import {
  requestToolAdditionBlockSchema,
  requestToolRemovalBlockSchema,
  type RequestToolAdditionBlock,
  type RequestToolRemovalBlock,
} from '../tools/tool-change.js';

/** A string is one text block. */
export type MessageContentParam = string | ContentBlockParam[];
/** A string is one text block. */
export const messageContentParamSchema: z.ZodType<MessageContentParam> = z.union([
  z.string(),
  z.array(contentBlockParamSchema),
]);

const userMessageParamShape = {
  role: z.literal('user'),
  /** A string is one text block. Must not be empty. Tool results are in the message directly after their calls. */
  content: messageContentParamSchema,
};
export type UserMessageParamShape = {
  [Name in keyof typeof userMessageParamShape]: (typeof userMessageParamShape)[Name];
};
/** User input and tool results. Adjacent messages of one role count as one turn. */
export const userMessageParamSchema: z.ZodObject<UserMessageParamShape, z.core.$loose> =
  z.looseObject(userMessageParamShape);
export type UserMessageParam = z.infer<typeof userMessageParamSchema>;

const assistantMessageParamShape = {
  role: z.literal('assistant'),
  /** A string is one text block. May be empty only in the last message. */
  content: messageContentParamSchema,
};
export type AssistantMessageParamShape = {
  [Name in keyof typeof assistantMessageParamShape]: (typeof assistantMessageParamShape)[Name];
};
/** Output of the model, as in the response. As the last message it is an assistant prefill. */
export const assistantMessageParamSchema: z.ZodObject<AssistantMessageParamShape, z.core.$loose> =
  z.looseObject(assistantMessageParamShape);
export type AssistantMessageParam = z.infer<typeof assistantMessageParamSchema>;

const systemMessageOutputConfigShape = {
  /** Null or absent: as before. */
  effort: effortSchema.nullish(),
};
export type SystemMessageOutputConfigShape = {
  [Name in keyof typeof systemMessageOutputConfigShape]: (typeof systemMessageOutputConfigShape)[Name];
};
/** Beta: settings from this message on. */
export const systemMessageOutputConfigSchema: z.ZodObject<SystemMessageOutputConfigShape, z.core.$loose> =
  z.looseObject(systemMessageOutputConfigShape);
export type SystemMessageOutputConfig = z.infer<typeof systemMessageOutputConfigSchema>;

/** A block of a system message within `messages`. */
export type SystemContentBlockParam =
  | TextBlockParam
  | RequestToolAdditionBlock
  | RequestToolRemovalBlock
  | UnknownMember;
const systemContentBlockParamSchema: z.ZodType<SystemContentBlockParam> = openUnion([
  textBlockParamSchema,
  requestToolAdditionBlockSchema,
  requestToolRemovalBlockSchema,
]);

const systemMessageParamShape = {
  role: z.literal('system'),
  /** Text. Beta: changes of tools, too. May be absent or empty when `output_config` changes something. */
  content: z.union([z.string(), z.array(systemContentBlockParamSchema)]).optional(),
  /**
   * Beta: whether the text is removed at the next user message. Default `never`. Only an upstream of this dialect
   * supports it.
   */
  clear_at: z.enum(['next_user_message', 'never']).nullish(),
  /** Beta: settings from this message on. */
  output_config: systemMessageOutputConfigSchema.nullish(),
};
export type SystemMessageParamShape = {
  [Name in keyof typeof systemMessageParamShape]: (typeof systemMessageParamShape)[Name];
};
/** Instructions within the conversation, never first; their position is preserved. */
export const systemMessageParamSchema: z.ZodObject<SystemMessageParamShape, z.core.$loose> =
  z.looseObject(systemMessageParamShape);
export type SystemMessageParam = z.infer<typeof systemMessageParamSchema>;

/** A message of the conversation. */
export const messageParamSchema = z.discriminatedUnion('role', [
  userMessageParamSchema,
  assistantMessageParamSchema,
  systemMessageParamSchema,
]);
export type MessageParam = z.infer<typeof messageParamSchema>;
