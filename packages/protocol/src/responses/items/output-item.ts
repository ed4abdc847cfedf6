import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import { responseApplyPatchToolCallOutputSchema, responseApplyPatchToolCallSchema } from './apply-patch-items.js';
import { responseCodeInterpreterToolCallSchema } from './code-interpreter-item.js';
import { responseCompactionItemSchema } from './compaction-items.js';
import { responseComputerToolCallOutputItemSchema, responseComputerToolCallSchema } from './computer-items.js';
import { additionalToolsSchema } from './configuration-items.js';
import { responseCustomToolCallOutputItemSchema, responseCustomToolCallSchema } from './custom-tool-items.js';
import { responseFunctionToolCallOutputItemSchema, responseFunctionToolCallSchema } from './function-call-items.js';
import { imageGenerationCallSchema } from './image-generation-item.js';
import { localShellCallOutputSchema, localShellCallSchema } from './local-shell-items.js';
import { mcpApprovalRequestSchema, mcpApprovalResponseSchema, mcpCallSchema, mcpListToolsSchema } from './mcp-items.js';
import { responseOutputMessageSchema } from './message-items.js';
import { programOutputSchema, programSchema } from './program-items.js';
import { responseReasoningItemSchema } from './reasoning-item.js';
import { responseFileSearchToolCallSchema, responseFunctionWebSearchSchema } from './search-items.js';
import { responseFunctionShellToolCallOutputSchema, responseFunctionShellToolCallSchema } from './shell-items.js';
import { responseToolSearchCallSchema, responseToolSearchOutputItemSchema } from './tool-search-items.js';

const outputItems = openUnion(
  [
    responseOutputMessageSchema,
    responseFileSearchToolCallSchema,
    responseFunctionToolCallSchema,
    responseFunctionToolCallOutputItemSchema,
    responseFunctionWebSearchSchema,
    responseComputerToolCallSchema,
    responseComputerToolCallOutputItemSchema,
    responseReasoningItemSchema,
    programSchema,
    programOutputSchema,
    responseToolSearchCallSchema,
    responseToolSearchOutputItemSchema,
    additionalToolsSchema,
    responseCompactionItemSchema,
    imageGenerationCallSchema,
    responseCodeInterpreterToolCallSchema,
    localShellCallSchema,
    localShellCallOutputSchema,
    responseFunctionShellToolCallSchema,
    responseFunctionShellToolCallOutputSchema,
    responseApplyPatchToolCallSchema,
    responseApplyPatchToolCallOutputSchema,
    mcpCallSchema,
    mcpListToolsSchema,
    mcpApprovalRequestSchema,
    mcpApprovalResponseSchema,
    responseCustomToolCallSchema,
    responseCustomToolCallOutputItemSchema,
  ],
  { id: z.string().optional() },
);
/** An item of a response's `output`. */
export type ResponseOutputItem = Named<z.infer<typeof outputItems>>;
/** An item of the `output` of a response. */
export const responseOutputItemSchema: z.ZodType<ResponseOutputItem> = outputItems;
