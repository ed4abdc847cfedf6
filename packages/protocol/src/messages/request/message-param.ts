// One message of the conversation that a request carries.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { contentBlockParamSchema, type ContentBlockParam } from '../content/content-param.js';
import { textBlockParamSchema, type TextBlockParam } from '../content/text-and-image-param.js';
import { effortSchema } from './output-config.js';
import { requestToolAdditionBlockSchema, requestToolRemovalBlockSchema, type RequestToolAdditionBlock, type RequestToolRemovalBlock } from '../tools/tool-change.js';

/** A string is one text block. */
export type MessageContentParam = string | ContentBlockParam[];
export const messageContentParamSchema: z.ZodType<MessageContentParam> = z.union([
  z.string(),
  z.array(contentBlockParamSchema),
]);

export const userMessageParamSchema = z.looseObject({ role: z.literal('user'), content: messageContentParamSchema });
export type UserMessageParam = z.infer<typeof userMessageParamSchema>;

export const assistantMessageParamSchema = z.looseObject({ role: z.literal('assistant'), content: messageContentParamSchema });
export type AssistantMessageParam = z.infer<typeof assistantMessageParamSchema>;

/** Beta: settings from this message on. */
export const systemMessageOutputConfigSchema = z.looseObject({ effort: effortSchema.nullish() });
export type SystemMessageOutputConfig = z.infer<typeof systemMessageOutputConfigSchema>;

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
/** Instructions in mid-conversation; they keep their place. Beta: tool changes, `clear_at` and `output_config`. */
export const systemMessageParamSchema = z.looseObject({
  role: z.literal('system'),
  content: z.union([z.string(), z.array(systemContentBlockParamSchema)]).optional(),
  clear_at: z.enum(['next_user_message', 'never']).nullish(),
  output_config: systemMessageOutputConfigSchema.nullish(),
});
export type SystemMessageParam = z.infer<typeof systemMessageParamSchema>;

export const messageParamSchema = z.discriminatedUnion('role', [
  userMessageParamSchema,
  assistantMessageParamSchema,
  systemMessageParamSchema,
]);
export type MessageParam = z.infer<typeof messageParamSchema>;
