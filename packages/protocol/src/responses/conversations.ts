import * as z from 'zod';
import { openUnion, type Named } from '../schema/open-union.js';
import {
  imageDetailSchema,
  promptCacheBreakpointSchema,
  responseInputAudioSchema,
  responseInputFileSchema,
  responseInputImageSchema,
  responseInputTextSchema,
} from './request/input-content.js';
import { storedRoleSchema } from './items/configuration-items.js';
import { responseInputItemSchema } from './items/input-item.js';
import { listedItemMembers, listedItemShared } from './items/listed-item.js';
import { messagePhaseSchema } from './items/message-items.js';
import { itemStatusSchema } from './item-status.js';
import { createListSchema } from './lists.js';
import { metadataSchema } from './request/metadata.js';
import {
  reasoningTextSchema,
  responseOutputRefusalSchema,
  responseOutputTextSchema,
  summaryTextSchema,
} from './response/output-content.js';

/** Plain text of a stored message of any role. */
export const textContentSchema = z.looseObject({ type: z.literal('text'), text: z.string() });
export type TextContent = z.infer<typeof textContentSchema>;

const computerScreenshotContentShape = {
  type: z.literal('computer_screenshot'),
  detail: imageDetailSchema.optional(),
  /** Null when `image_url` contains the image. */
  file_id: z.string().nullable(),
  /** Null where `file_id` names the image. */
  image_url: z.string().nullable(),
  prompt_cache_breakpoint: promptCacheBreakpointSchema.optional(),
};
export type ComputerScreenshotContentShape = {
  [Name in keyof typeof computerScreenshotContentShape]: (typeof computerScreenshotContentShape)[Name];
};
/** A screenshot in a stored message. */
export const computerScreenshotContentSchema: z.ZodObject<ComputerScreenshotContentShape, z.core.$loose> =
  z.looseObject(computerScreenshotContentShape);
export type ComputerScreenshotContent = z.infer<typeof computerScreenshotContentSchema>;

const conversationMessageShape = {
  type: z.literal('message'),
  id: z.string(),
  role: storedRoleSchema,
  status: itemStatusSchema,
  /** Texts, refusals, images, files and audio, in order. */
  content: z.array(
    openUnion([
      responseInputTextSchema,
      responseOutputTextSchema,
      textContentSchema,
      summaryTextSchema,
      reasoningTextSchema,
      responseOutputRefusalSchema,
      responseInputImageSchema,
      computerScreenshotContentSchema,
      responseInputFileSchema,
      responseInputAudioSchema,
    ]),
  ),
  /** `commentary`: intermediate text; `final_answer`: the final response. */
  phase: messagePhaseSchema.nullish(),
};
export type ConversationMessageShape = {
  [Name in keyof typeof conversationMessageShape]: (typeof conversationMessageShape)[Name];
};
/** A message as stored in a conversation. */
export const conversationMessageSchema: z.ZodObject<ConversationMessageShape, z.core.$loose> =
  z.looseObject(conversationMessageShape);
export type ConversationMessage = z.infer<typeof conversationMessageSchema>;

const conversationItems = openUnion([conversationMessageSchema, ...listedItemMembers], listedItemShared);
/** An item of a conversation, with its id. */
export type ConversationItem = Named<z.infer<typeof conversationItems>>;
/** An item of a conversation. */
export const conversationItemSchema: z.ZodType<ConversationItem> = conversationItems;

/** A page of a conversation's items; also the reply to adding some. */
export const conversationItemListSchema = createListSchema(conversationItemSchema);
export type ConversationItemList = z.infer<typeof conversationItemListSchema>;

const conversationShape = {
  /** What a response names as `conversation`. */
  id: z.string(),
  object: z.literal('conversation'),
  /** Unix seconds. */
  created_at: z.number(),
  /** Pairs of text that were given to the conversation; empty or null when there are none. */
  metadata: z.record(z.string(), z.string()).nullable(),
};
export type ConversationShape = { [Name in keyof typeof conversationShape]: (typeof conversationShape)[Name] };
/** A conversation that responses add to. `created_at` is in Unix seconds. */
export const conversationSchema: z.ZodObject<ConversationShape, z.core.$loose> = z.looseObject(conversationShape);
export type Conversation = z.infer<typeof conversationSchema>;

/** Body of `POST /v1/conversations`. At most 20 items. */
export const conversationCreateParamsSchema = z.looseObject({
  items: z.array(responseInputItemSchema).max(20).nullish(),
  metadata: metadataSchema.nullish(),
});
export type ConversationCreateParams = z.infer<typeof conversationCreateParamsSchema>;

/** Body of `POST /v1/conversations/{id}`. */
export const conversationUpdateParamsSchema = z.looseObject({ metadata: metadataSchema.nullable() });
export type ConversationUpdateParams = z.infer<typeof conversationUpdateParamsSchema>;

/** Body of `POST /v1/conversations/{id}/items`. At most 20 items. */
export const itemCreateParamsSchema = z.looseObject({ items: z.array(responseInputItemSchema).min(1).max(20) });
export type ItemCreateParams = z.infer<typeof itemCreateParamsSchema>;

/** Body of `DELETE /v1/conversations/{id}`. */
export const conversationDeletedResourceSchema = z.looseObject({
  id: z.string(),
  object: z.literal('conversation.deleted'),
  deleted: z.boolean(),
});
export type ConversationDeletedResource = z.infer<typeof conversationDeletedResourceSchema>;
