import type { z } from 'zod';
import { openUnion } from '../../schema/open-union.js';
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

/** Everything that `tools` may hold. Functions and custom tools run at the client; most others at the server. */
export const toolSchema = openUnion([
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
export type Tool = z.infer<typeof toolSchema>;
