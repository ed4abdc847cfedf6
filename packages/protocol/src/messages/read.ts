// What a client of the messages dialect should accept from any server: `readForm` of what a server should send.
import type { z } from 'zod';
import { readForm, type ReadForm } from '../schema/read-form.js';
import type { ContentBlock } from './content/content.js';
import { messageStreamEventSchema, type MessageStreamEvent } from './streams/events.js';
import { messageSchema, type Message } from './response/message.js';

/**
 * Members that every reader of the dialect requires. Servers omit or null the others, including `input` and
 * `signature` of a starting block.
 */
export const messageNeeds = {
  message: ['id'],
  text: ['text'],
  thinking: ['thinking'],
  tool_use: ['id', 'name'],
  server_tool_use: ['id', 'name'],
  message_start: ['message'],
  content_block_start: ['index', 'content_block'],
  content_block_delta: ['index', 'delta'],
  content_block_stop: ['index'],
  message_delta: ['delta'],
  error: ['error'],
} as const;

/** A message as any server may send it. */
export type ReadMessage = ReadForm<Message, typeof messageNeeds>;
/** Reads a message of any server. */
export const readMessageSchema: z.ZodType<ReadMessage> = readForm(messageSchema, messageNeeds);

/** A block of it. */
export type ReadContentBlock = ReadForm<ContentBlock, typeof messageNeeds>;

/** An event as any server may send it. */
export type ReadMessageStreamEvent = ReadForm<MessageStreamEvent, typeof messageNeeds>;
/** Reads an event of any server. */
export const readMessageStreamEventSchema: z.ZodType<ReadMessageStreamEvent> = readForm(
  messageStreamEventSchema,
  messageNeeds,
);
