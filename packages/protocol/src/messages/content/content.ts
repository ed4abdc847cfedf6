// All blocks of a response.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { callerField } from '../caller.js';
import { compactionBlockSchema, type CompactionBlock } from '../request/compaction.js';
import { fallbackBlockSchema, type FallbackBlock } from '../response/fallback.js';
import { jsonObjectSchema } from '../json-object.js';
import { advisorToolResultBlockSchema, type AdvisorToolResultBlock } from './advisor-content.js';
import {
  bashCodeExecutionToolResultBlockSchema,
  codeExecutionToolResultBlockSchema,
  type BashCodeExecutionToolResultBlock,
  type CodeExecutionToolResultBlock,
} from './code-execution-content.js';
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
import {
  textEditorCodeExecutionToolResultBlockSchema,
  type TextEditorCodeExecutionToolResultBlock,
} from './text-editor-content.js';
import { toolSearchToolResultBlockSchema, type ToolSearchToolResultBlock } from './tool-search-content.js';
import { webFetchToolResultBlockSchema, type WebFetchToolResultBlock } from './web-fetch-content.js';
import { webSearchToolResultBlockSchema, type WebSearchToolResultBlock } from './web-search-content.js';

const thinkingBlockShape = {
  type: z.literal('thinking'),
  /** Reasoning text; empty with `display: "omitted"`, where the signature represents it. */
  thinking: z.string(),
  /** Signature of the model's own text; the client sends it back unchanged with the block. */
  signature: z.string(),
};
export type ThinkingBlockShape = { [Name in keyof typeof thinkingBlockShape]: (typeof thinkingBlockShape)[Name] };
/** Reasoning of the model. */
export const thinkingBlockSchema: z.ZodObject<ThinkingBlockShape, z.core.$loose> = z.looseObject(thinkingBlockShape);
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>;

const redactedThinkingBlockShape = {
  type: z.literal('redacted_thinking'),
  /** Opaque: sent back unchanged. */
  data: z.string(),
};
export type RedactedThinkingBlockShape = {
  [Name in keyof typeof redactedThinkingBlockShape]: (typeof redactedThinkingBlockShape)[Name];
};
/** Thinking that only its issuer can read. */
export const redactedThinkingBlockSchema: z.ZodObject<RedactedThinkingBlockShape, z.core.$loose> =
  z.looseObject(redactedThinkingBlockShape);
export type RedactedThinkingBlock = z.infer<typeof redactedThinkingBlockSchema>;

const toolUseBlockShape = {
  type: z.literal('tool_use'),
  /** Names the call: the `tool_use_id` of its result. */
  id: z.string(),
  /** The tool, by the name that the request gave it. */
  name: z.string(),
  /** The arguments as the model wrote them, not validated against `input_schema`. */
  input: jsonObjectSchema,
  /** Caller: the model, or code that it wrote. Absent: the model. */
  caller: callerField,
  /** The toolset that the tool is of. */
  toolset_name: z.string().nullish(),
};
export type ToolUseBlockShape = { [Name in keyof typeof toolUseBlockShape]: (typeof toolUseBlockShape)[Name] };
/** The model asks the client for a tool. */
export const toolUseBlockSchema: z.ZodObject<ToolUseBlockShape, z.core.$loose> = z.looseObject(toolUseBlockShape);
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>;

/** A file that code created in the container of an upstream of this dialect. */
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
/** A content block of a response. */
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
