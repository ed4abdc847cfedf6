import type { z } from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import { codeInterpreterToolSchema } from './code-interpreter-tool.js';
import { computerToolSchema, computerUsePreviewToolSchema } from './computer-tools.js';
import { customToolSchema } from './custom-tool.js';
import { fileSearchToolSchema } from './file-search-tool.js';
import { functionToolSchema } from './function-tool.js';
import { imageGenerationToolSchema } from './image-generation-tool.js';
import { mcpToolSchema } from './mcp-tool.js';
import { namespaceToolSchema } from './namespace-tool.js';
import { applyPatchToolSchema, functionShellToolSchema, localShellToolSchema } from './shell-tools.js';
import { programmaticToolCallingSchema, toolSearchToolSchema } from './tool-search-tool.js';
import { webSearchPreviewToolSchema, webSearchToolSchema } from './web-search-tools.js';

const tools = openUnion([
  functionToolSchema,
  fileSearchToolSchema,
  computerToolSchema,
  computerUsePreviewToolSchema,
  webSearchToolSchema,
  mcpToolSchema,
  codeInterpreterToolSchema,
  programmaticToolCallingSchema,
  imageGenerationToolSchema,
  localShellToolSchema,
  functionShellToolSchema,
  customToolSchema,
  namespaceToolSchema,
  toolSearchToolSchema,
  webSearchPreviewToolSchema,
  applyPatchToolSchema,
]);
/** Any element of `tools`. Clients execute function and custom tools; the server executes most others. */
export type Tool = Named<z.infer<typeof tools>>;
/** A tool of a request. */
export const toolSchema: z.ZodType<Tool> = tools;
