import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import { responseApplyPatchToolCallOutputSchema, responseApplyPatchToolCallSchema } from './apply-patch-items.js';
import { responseCodeInterpreterToolCallSchema } from './code-interpreter-item.js';
import { responseCompactionItemSchema } from './compaction-items.js';
import { responseComputerToolCallOutputItemSchema, responseComputerToolCallSchema } from './computer-items.js';
import { additionalToolsSchema, responseConfigurationUpdateItemSchema } from './configuration-items.js';
import { responseCustomToolCallItemSchema, responseCustomToolCallOutputItemSchema } from './custom-tool-items.js';
import { responseFunctionToolCallItemSchema, responseFunctionToolCallOutputItemSchema } from './function-call-items.js';
import { imageGenerationCallSchema } from './image-generation-item.js';
import { localShellCallOutputSchema, localShellCallSchema } from './local-shell-items.js';
import { mcpApprovalRequestSchema, mcpApprovalResponseSchema, mcpCallSchema, mcpListToolsSchema } from './mcp-items.js';
import { responseMessageItemSchema } from './message-items.js';
import { programOutputSchema, programSchema } from './program-items.js';
import { responseReasoningItemSchema } from './reasoning-item.js';
import { responseFileSearchToolCallSchema, responseFunctionWebSearchSchema } from './search-items.js';
import { responseFunctionShellToolCallOutputSchema, responseFunctionShellToolCallSchema } from './shell-items.js';
import { responseToolSearchCallSchema, responseToolSearchOutputItemSchema } from './tool-search-items.js';

/** All listed items except messages, whose format differs between the two kinds of list. */
export const listedItemMembers = [
  responseFileSearchToolCallSchema,
  responseComputerToolCallSchema,
  responseComputerToolCallOutputItemSchema,
  responseFunctionWebSearchSchema,
  responseFunctionToolCallItemSchema,
  responseFunctionToolCallOutputItemSchema,
  responseToolSearchCallSchema,
  responseToolSearchOutputItemSchema,
  additionalToolsSchema,
  responseConfigurationUpdateItemSchema,
  responseReasoningItemSchema,
  programSchema,
  programOutputSchema,
  responseCompactionItemSchema,
  imageGenerationCallSchema,
  responseCodeInterpreterToolCallSchema,
  localShellCallSchema,
  localShellCallOutputSchema,
  responseFunctionShellToolCallSchema,
  responseFunctionShellToolCallOutputSchema,
  responseApplyPatchToolCallSchema,
  responseApplyPatchToolCallOutputSchema,
  mcpListToolsSchema,
  mcpApprovalRequestSchema,
  mcpApprovalResponseSchema,
  mcpCallSchema,
  responseCustomToolCallItemSchema,
  responseCustomToolCallOutputItemSchema,
] as const;

/** Members that a listed item of any kind has. */
export const listedItemShared = { id: z.string() };

const listedItems = openUnion([responseMessageItemSchema, ...listedItemMembers], listedItemShared);
/** An item of `GET /v1/responses/{id}/input_items`: what the model was given, every item with its id. */
export type ResponseItem = Named<z.infer<typeof listedItems>>;
/** An item as a list of input items returns it. */
export const responseItemSchema: z.ZodType<ResponseItem> = listedItems;
