// Every block that an answer may hold.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../schema/open-union.js';
import { advisorToolResultBlockSchema, type AdvisorToolResultBlock } from './advisor-content.js';
import { callerField } from './caller.js';
import {
  bashCodeExecutionToolResultBlockSchema,
  codeExecutionToolResultBlockSchema,
  type BashCodeExecutionToolResultBlock,
  type CodeExecutionToolResultBlock,
} from './code-execution-content.js';
import { compactionBlockSchema, type CompactionBlock } from './compaction.js';
import { fallbackBlockSchema, type FallbackBlock } from './fallback.js';
import { jsonObjectSchema } from './json-object.js';
import {
  mcpToolListingBlockSchema,
  mcpToolResultBlockSchema,
  mcpToolUseBlockSchema,
  type MCPToolListingBlock,
  type MCPToolResultBlock,
  type MCPToolUseBlock,
} from './mcp-content.js';
import { serverToolUseBlockSchema, type ServerToolUseBlock } from './server-tool-use.js';
import { textBlockSchema, type TextBlock } from './text-block.js';
import { textEditorCodeExecutionToolResultBlockSchema, type TextEditorCodeExecutionToolResultBlock } from './text-editor-content.js';
import { toolSearchToolResultBlockSchema, type ToolSearchToolResultBlock } from './tool-search-content.js';
import { webFetchToolResultBlockSchema, type WebFetchToolResultBlock } from './web-fetch-content.js';
import { webSearchToolResultBlockSchema, type WebSearchToolResultBlock } from './web-search-content.js';

/** What the model thought. With `display: "omitted"` the text is empty and the signature stands for it. */
export const thinkingBlockSchema = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>;

export const redactedThinkingBlockSchema = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });
export type RedactedThinkingBlock = z.infer<typeof redactedThinkingBlockSchema>;

/** The model asks the client for a tool. */
export const toolUseBlockSchema = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonObjectSchema,
  caller: callerField,
  toolset_name: z.string().nullish(),
});
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>;

/** A file that code left in the container. */
export const containerUploadBlockSchema = z.looseObject({ type: z.literal('container_upload'), file_id: z.string() });
export type ContainerUploadBlock = z.infer<typeof containerUploadBlockSchema>;

export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ServerToolUseBlock
  | WebSearchToolResultBlock
  | WebFetchToolResultBlock
  | AdvisorToolResultBlock
  | CodeExecutionToolResultBlock
  | BashCodeExecutionToolResultBlock
  | TextEditorCodeExecutionToolResultBlock
  | ToolSearchToolResultBlock
  | MCPToolUseBlock
  | MCPToolResultBlock
  | MCPToolListingBlock
  | ContainerUploadBlock
  | CompactionBlock
  | FallbackBlock
  | UnknownMember;
export const contentBlockSchema: z.ZodType<ContentBlock> = openUnion([
  textBlockSchema,
  thinkingBlockSchema,
  redactedThinkingBlockSchema,
  toolUseBlockSchema,
  serverToolUseBlockSchema,
  webSearchToolResultBlockSchema,
  webFetchToolResultBlockSchema,
  advisorToolResultBlockSchema,
  codeExecutionToolResultBlockSchema,
  bashCodeExecutionToolResultBlockSchema,
  textEditorCodeExecutionToolResultBlockSchema,
  toolSearchToolResultBlockSchema,
  mcpToolUseBlockSchema,
  mcpToolResultBlockSchema,
  mcpToolListingBlockSchema,
  containerUploadBlockSchema,
  compactionBlockSchema,
  fallbackBlockSchema,
]);
