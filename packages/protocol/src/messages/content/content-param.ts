// Every block that a message of a request may hold. Blocks of an answer can be sent back as they came.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { compactionBlockParamSchema, type CompactionBlockParam } from '../request/compaction.js';
import { fallbackBlockParamSchema, type FallbackBlockParam } from '../response/fallback.js';
import { jsonObjectSchema } from '../json-object.js';
import { requestToolAdditionBlockSchema, requestToolRemovalBlockSchema, type RequestToolAdditionBlock, type RequestToolRemovalBlock } from '../tools/tool-change.js';
import { advisorToolResultBlockParamSchema, type AdvisorToolResultBlockParam } from './advisor-content.js';
import { browserStateBlockParamSchema, type BrowserStateBlockParam } from './browser-state.js';
import {
  bashCodeExecutionToolResultBlockParamSchema,
  codeExecutionToolResultBlockParamSchema,
  type BashCodeExecutionToolResultBlockParam,
  type CodeExecutionToolResultBlockParam,
} from './code-execution-content.js';
import { documentBlockParamSchema, searchResultBlockParamSchema, type DocumentBlockParam, type SearchResultBlockParam } from './document-param.js';
import {
  mcpToolListingBlockParamSchema,
  mcpToolUseBlockParamSchema,
  requestMCPToolResultBlockParamSchema,
  type MCPToolListingBlockParam,
  type MCPToolUseBlockParam,
  type RequestMCPToolResultBlockParam,
} from './mcp-content.js';
import { serverToolUseBlockParamSchema, type ServerToolUseBlockParam } from './server-tool-use.js';
import { imageBlockParamSchema, textBlockParamSchema, type ImageBlockParam, type TextBlockParam } from './text-and-image-param.js';
import { textEditorCodeExecutionToolResultBlockParamSchema, type TextEditorCodeExecutionToolResultBlockParam } from './text-editor-content.js';
import {
  toolReferenceBlockParamSchema,
  toolSearchToolResultBlockParamSchema,
  type ToolReferenceBlockParam,
  type ToolSearchToolResultBlockParam,
} from './tool-search-content.js';
import { webFetchToolResultBlockParamSchema, type WebFetchToolResultBlockParam } from './web-fetch-content.js';
import { webSearchToolResultBlockParamSchema, type WebSearchToolResultBlockParam } from './web-search-content.js';

/**
 * What the model thought, sent back byte for byte. `signature` proves its origin. The official types demand it; here it
 * is optional, since a service drops a block that it cannot verify rather than end the session.
 */
export const thinkingBlockParamSchema = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().nullish(),
});
export type ThinkingBlockParam = z.infer<typeof thinkingBlockParamSchema>;

/** Thinking that only its issuer can read. */
export const redactedThinkingBlockParamSchema = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });
export type RedactedThinkingBlockParam = z.infer<typeof redactedThinkingBlockParamSchema>;

/** A call of a client tool. `toolset_name` is set when the tool came from a toolset. */
export const toolUseBlockParamSchema = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonObjectSchema,
  caller: callerField,
  toolset_name: z.string().nullish(),
  cache_control: cacheControlField,
});
export type ToolUseBlockParam = z.infer<typeof toolUseBlockParamSchema>;

export type ToolResultContentBlockParam =
  | TextBlockParam
  | ImageBlockParam
  | SearchResultBlockParam
  | DocumentBlockParam
  | ToolReferenceBlockParam
  | BrowserStateBlockParam
  | UnknownMember;
export const toolResultContentBlockParamSchema: z.ZodType<ToolResultContentBlockParam> = openUnion([
  textBlockParamSchema,
  imageBlockParamSchema,
  searchResultBlockParamSchema,
  documentBlockParamSchema,
  toolReferenceBlockParamSchema,
  browserStateBlockParamSchema,
]);

/** What the client's tool answered to the call `tool_use_id`. Without `content` the tool answered nothing. */
export const toolResultBlockParamSchema = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(toolResultContentBlockParamSchema)]).optional(),
  is_error: z.boolean().optional(),
  toolset_name: z.string().nullish(),
  cache_control: cacheControlField,
});
export type ToolResultBlockParam = z.infer<typeof toolResultBlockParamSchema>;

/** An uploaded file for the container in which the service runs code. */
export const containerUploadBlockParamSchema = z.looseObject({
  type: z.literal('container_upload'),
  file_id: z.string(),
  cache_control: cacheControlField,
});
export type ContainerUploadBlockParam = z.infer<typeof containerUploadBlockParamSchema>;

export type ContentBlockParam =
  | TextBlockParam
  | ImageBlockParam
  | DocumentBlockParam
  | SearchResultBlockParam
  | ThinkingBlockParam
  | RedactedThinkingBlockParam
  | ToolUseBlockParam
  | ToolResultBlockParam
  | ServerToolUseBlockParam
  | WebSearchToolResultBlockParam
  | WebFetchToolResultBlockParam
  | AdvisorToolResultBlockParam
  | CodeExecutionToolResultBlockParam
  | BashCodeExecutionToolResultBlockParam
  | TextEditorCodeExecutionToolResultBlockParam
  | ToolSearchToolResultBlockParam
  | MCPToolUseBlockParam
  | RequestMCPToolResultBlockParam
  | MCPToolListingBlockParam
  | ContainerUploadBlockParam
  | CompactionBlockParam
  | RequestToolAdditionBlock
  | RequestToolRemovalBlock
  | FallbackBlockParam
  | UnknownMember;
export const contentBlockParamSchema: z.ZodType<ContentBlockParam> = openUnion([
  textBlockParamSchema,
  imageBlockParamSchema,
  documentBlockParamSchema,
  searchResultBlockParamSchema,
  thinkingBlockParamSchema,
  redactedThinkingBlockParamSchema,
  toolUseBlockParamSchema,
  toolResultBlockParamSchema,
  serverToolUseBlockParamSchema,
  webSearchToolResultBlockParamSchema,
  webFetchToolResultBlockParamSchema,
  advisorToolResultBlockParamSchema,
  codeExecutionToolResultBlockParamSchema,
  bashCodeExecutionToolResultBlockParamSchema,
  textEditorCodeExecutionToolResultBlockParamSchema,
  toolSearchToolResultBlockParamSchema,
  mcpToolUseBlockParamSchema,
  requestMCPToolResultBlockParamSchema,
  mcpToolListingBlockParamSchema,
  containerUploadBlockParamSchema,
  compactionBlockParamSchema,
  requestToolAdditionBlockSchema,
  requestToolRemovalBlockSchema,
  fallbackBlockParamSchema,
]);
