// All blocks of request messages. Clients can send response blocks back unchanged.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { compactionBlockParamSchema, type CompactionBlockParam } from '../request/compaction.js';
import { fallbackBlockParamSchema, type FallbackBlockParam } from '../response/fallback.js';
import { jsonObjectSchema } from '../json-object.js';
import {
  requestToolAdditionBlockSchema,
  requestToolRemovalBlockSchema,
  type RequestToolAdditionBlock,
  type RequestToolRemovalBlock,
} from '../tools/tool-change.js';
import { advisorToolResultBlockParamSchema, type AdvisorToolResultBlockParam } from './advisor-content.js';
import { browserStateBlockParamSchema, type BrowserStateBlockParam } from './browser-state.js';
import {
  bashCodeExecutionToolResultBlockParamSchema,
  codeExecutionToolResultBlockParamSchema,
  type BashCodeExecutionToolResultBlockParam,
  type CodeExecutionToolResultBlockParam,
} from './code-execution-content.js';
import {
  documentBlockParamSchema,
  searchResultBlockParamSchema,
  type DocumentBlockParam,
  type SearchResultBlockParam,
} from './document-param.js';
import {
  mcpToolListingBlockParamSchema,
  mcpToolUseBlockParamSchema,
  requestMCPToolResultBlockParamSchema,
  type MCPToolListingBlockParam,
  type MCPToolUseBlockParam,
  type RequestMCPToolResultBlockParam,
} from './mcp-content.js';
import { serverToolUseBlockParamSchema, type ServerToolUseBlockParam } from './server-tool-use.js';
import {
  imageBlockParamSchema,
  textBlockParamSchema,
  type ImageBlockParam,
  type TextBlockParam,
} from './text-and-image-param.js';
import {
  textEditorCodeExecutionToolResultBlockParamSchema,
  type TextEditorCodeExecutionToolResultBlockParam,
} from './text-editor-content.js';
import {
  toolReferenceBlockParamSchema,
  toolSearchToolResultBlockParamSchema,
  type ToolReferenceBlockParam,
  type ToolSearchToolResultBlockParam,
} from './tool-search-content.js';
import { webFetchToolResultBlockParamSchema, type WebFetchToolResultBlockParam } from './web-fetch-content.js';
import { webSearchToolResultBlockParamSchema, type WebSearchToolResultBlockParam } from './web-search-content.js';

const thinkingBlockParamShape = {
  type: z.literal('thinking'),
  /** As in the response; empty where it was omitted. */
  thinking: z.string(),
  /**
   * As in the response. The official types require it; here a block with a missing or invalid signature is not shown
   * to the model, with a warning.
   */
  signature: z.string().nullish(),
};
export type ThinkingBlockParamShape = {
  [Name in keyof typeof thinkingBlockParamShape]: (typeof thinkingBlockParamShape)[Name];
};
/** Reasoning of the model, sent back byte for byte. */
export const thinkingBlockParamSchema: z.ZodObject<ThinkingBlockParamShape, z.core.$loose> =
  z.looseObject(thinkingBlockParamShape);
export type ThinkingBlockParam = z.infer<typeof thinkingBlockParamSchema>;

const redactedThinkingBlockParamShape = {
  type: z.literal('redacted_thinking'),
  /** As in the response. */
  data: z.string(),
};
export type RedactedThinkingBlockParamShape = {
  [Name in keyof typeof redactedThinkingBlockParamShape]: (typeof redactedThinkingBlockParamShape)[Name];
};
/** Thinking that only its issuer can read. */
export const redactedThinkingBlockParamSchema: z.ZodObject<RedactedThinkingBlockParamShape, z.core.$loose> =
  z.looseObject(redactedThinkingBlockParamShape);
export type RedactedThinkingBlockParam = z.infer<typeof redactedThinkingBlockParamSchema>;

const toolUseBlockParamShape = {
  type: z.literal('tool_use'),
  /** Names the call: the `tool_use_id` of its result. Unique in the conversation. */
  id: z.string(),
  /** The tool, by the name that the request gave it. */
  name: z.string(),
  /** The arguments. Numbers reach the model as they are written, however many digits they have. */
  input: jsonObjectSchema,
  /** Caller: the model, or code that it wrote. Absent: the model. */
  caller: callerField,
  /** Toolset of the tool; absent for other tools. */
  toolset_name: z.string().nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ToolUseBlockParamShape = {
  [Name in keyof typeof toolUseBlockParamShape]: (typeof toolUseBlockParamShape)[Name];
};
/** A call of a client tool, as in the response. Its result is in the next message. */
export const toolUseBlockParamSchema: z.ZodObject<ToolUseBlockParamShape, z.core.$loose> =
  z.looseObject(toolUseBlockParamShape);
export type ToolUseBlockParam = z.infer<typeof toolUseBlockParamSchema>;

export type ToolResultContentBlockParam =
  | TextBlockParam
  | ImageBlockParam
  | SearchResultBlockParam
  | DocumentBlockParam
  | ToolReferenceBlockParam
  | BrowserStateBlockParam
  | UnknownMember;
/** Content of a tool result. */
export const toolResultContentBlockParamSchema: z.ZodType<ToolResultContentBlockParam> = openUnion([
  textBlockParamSchema,
  imageBlockParamSchema,
  searchResultBlockParamSchema,
  documentBlockParamSchema,
  toolReferenceBlockParamSchema,
  browserStateBlockParamSchema,
]);

const toolResultBlockParamShape = {
  type: z.literal('tool_result'),
  /** The `id` of the call in the previous message. */
  tool_use_id: z.string(),
  /** A string is one text block. Absent or empty: the tool returned nothing. */
  content: z.union([z.string(), z.array(toolResultContentBlockParamSchema)]).optional(),
  /** Whether the tool failed; `content` then describes the error. Default false. */
  is_error: z.boolean().optional(),
  /** That of the call. */
  toolset_name: z.string().nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ToolResultBlockParamShape = {
  [Name in keyof typeof toolResultBlockParamShape]: (typeof toolResultBlockParamShape)[Name];
};
/** Result of a client tool. */
export const toolResultBlockParamSchema: z.ZodObject<ToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(toolResultBlockParamShape);
export type ToolResultBlockParam = z.infer<typeof toolResultBlockParamSchema>;

const containerUploadBlockParamShape = {
  type: z.literal('container_upload'),
  file_id: z.string(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ContainerUploadBlockParamShape = {
  [Name in keyof typeof containerUploadBlockParamShape]: (typeof containerUploadBlockParamShape)[Name];
};
/** An uploaded file for the code execution container. Only upstreams of this dialect have one. */
export const containerUploadBlockParamSchema: z.ZodObject<ContainerUploadBlockParamShape, z.core.$loose> =
  z.looseObject(containerUploadBlockParamShape);
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
/** A block of a message in a request. */
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
