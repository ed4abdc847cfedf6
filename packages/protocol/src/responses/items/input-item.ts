import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import { applyPatchCallOutputSchema, applyPatchCallSchema } from './apply-patch-items.js';
import { responseCodeInterpreterToolCallParamSchema } from './code-interpreter-item.js';
import { compactionTriggerSchema, responseCompactionItemParamSchema } from './compaction-items.js';
import { computerCallOutputSchema, computerCallSchema } from './computer-items.js';
import { additionalToolsParamSchema, responseConfigurationUpdateItemParamSchema } from './configuration-items.js';
import { responseCustomToolCallOutputSchema, responseCustomToolCallParamSchema } from './custom-tool-items.js';
import { functionCallOutputSchema, responseFunctionToolCallParamSchema } from './function-call-items.js';
import { imageGenerationCallParamSchema } from './image-generation-item.js';
import { itemReferenceSchema, typelessItemReferenceSchema } from './item-reference.js';
import { localShellCallOutputParamSchema, localShellCallParamSchema } from './local-shell-items.js';
import {
  mcpApprovalRequestSchema,
  mcpApprovalResponseParamSchema,
  mcpCallParamSchema,
  mcpListToolsParamSchema,
} from './mcp-items.js';
import { responseInputMessageSchema } from './message-items.js';
import { programOutputSchema, programSchema } from './program-items.js';
import { responseReasoningItemParamSchema } from './reasoning-item.js';
import { responseFileSearchToolCallParamSchema, responseFunctionWebSearchParamSchema } from './search-items.js';
import { shellCallOutputSchema, shellCallSchema } from './shell-items.js';
import { responseToolSearchOutputItemParamSchema, toolSearchCallSchema } from './tool-search-items.js';

/** The items that a client may send, by `type`; without `type` it is a message. */
const typedInputItemSchema = openUnion([
  responseInputMessageSchema,
  responseFileSearchToolCallParamSchema,
  computerCallSchema,
  computerCallOutputSchema,
  responseFunctionWebSearchParamSchema,
  responseFunctionToolCallParamSchema,
  functionCallOutputSchema,
  toolSearchCallSchema,
  responseToolSearchOutputItemParamSchema,
  additionalToolsParamSchema,
  responseConfigurationUpdateItemParamSchema,
  responseReasoningItemParamSchema,
  responseCompactionItemParamSchema,
  imageGenerationCallParamSchema,
  responseCodeInterpreterToolCallParamSchema,
  localShellCallParamSchema,
  localShellCallOutputParamSchema,
  shellCallSchema,
  shellCallOutputSchema,
  applyPatchCallSchema,
  applyPatchCallOutputSchema,
  mcpListToolsParamSchema,
  mcpApprovalRequestSchema,
  mcpApprovalResponseParamSchema,
  mcpCallParamSchema,
  responseCustomToolCallOutputSchema,
  responseCustomToolCallParamSchema,
  compactionTriggerSchema,
  itemReferenceSchema,
  programSchema,
  programOutputSchema,
]);

const inputItems = z.union([typedInputItemSchema, typelessItemReferenceSchema]);
/**
 * An item of `input`. Without `type`, an object with `role` is a message and an object with only an id is a
 * reference.
 */
export type ResponseInputItem = Named<z.infer<typeof inputItems>>;
/** An item of the `input` of a request. */
export const responseInputItemSchema: z.ZodType<ResponseInputItem> = inputItems;

/** The `input` of a request: a string is one user message. */
export const responseInputSchema = z.union([z.string(), z.array(responseInputItemSchema)]);
export type ResponseInput = z.infer<typeof responseInputSchema>;
