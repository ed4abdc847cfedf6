// All types of `tools` elements.
import type { z } from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import * as client from './client-tools.js';
import * as server from './server-tools.js';
import * as toolsets from './toolsets.js';

/** Runs at the client, which returns results in `tool_result` blocks. */
export type ClientTool =
  | client.Tool
  | client.ToolBash20241022
  | client.ToolBash20250124
  | client.ToolTextEditor20241022
  | client.ToolTextEditor20250124
  | client.ToolTextEditor20250429
  | client.ToolTextEditor20250728
  | client.MemoryTool20250818
  | client.ToolComputerUse20241022
  | client.ToolComputerUse20250124
  | client.ToolComputerUse20251124
  | toolsets.BrowserToolset20260801
  | toolsets.ComputerToolset20260801;

/** Runs at the service, within one response. */
export type ServerTool =
  | server.CodeExecutionTool20250522
  | server.CodeExecutionTool20250825
  | server.CodeExecutionTool20260120
  | server.CodeExecutionTool20260521
  | server.WebSearchTool20250305
  | server.WebSearchTool20260209
  | server.WebSearchTool20260318
  | server.WebFetchTool20250910
  | server.WebFetchTool20260209
  | server.WebFetchTool20260309
  | server.WebFetchTool20260318
  | server.ToolSearchToolBm25_20251119
  | server.ToolSearchToolRegex20251119
  | server.AdvisorTool20260301
  | toolsets.MCPToolset;

const clientTools = [
  client.toolSchema,
  client.toolBash20241022Schema,
  client.toolBash20250124Schema,
  client.toolTextEditor20241022Schema,
  client.toolTextEditor20250124Schema,
  client.toolTextEditor20250429Schema,
  client.toolTextEditor20250728Schema,
  client.memoryTool20250818Schema,
  client.toolComputerUse20241022Schema,
  client.toolComputerUse20250124Schema,
  client.toolComputerUse20251124Schema,
  toolsets.browserToolset20260801Schema,
  toolsets.computerToolset20260801Schema,
] as const;

/** Client tools, including unknown later types. */
export type ClientToolUnion = ClientTool | UnknownMember;
/** A tool that runs at the client. */
export const clientToolUnionSchema: z.ZodType<ClientToolUnion> = openUnion(clientTools);

/** A tool without `type` is defined by the client (`Tool`); unknown types pass through. */
export type ToolUnion = ClientTool | ServerTool | UnknownMember;
/** An entry of `tools`. */
export const toolUnionSchema: z.ZodType<ToolUnion> = openUnion([
  ...clientTools,
  server.codeExecutionTool20250522Schema,
  server.codeExecutionTool20250825Schema,
  server.codeExecutionTool20260120Schema,
  server.codeExecutionTool20260521Schema,
  server.webSearchTool20250305Schema,
  server.webSearchTool20260209Schema,
  server.webSearchTool20260318Schema,
  server.webFetchTool20250910Schema,
  server.webFetchTool20260209Schema,
  server.webFetchTool20260309Schema,
  server.webFetchTool20260318Schema,
  server.toolSearchToolBm25_20251119Schema,
  server.toolSearchToolRegex20251119Schema,
  server.advisorTool20260301Schema,
  toolsets.mcpToolsetSchema,
]);
