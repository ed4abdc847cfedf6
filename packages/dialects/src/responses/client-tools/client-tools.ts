// All client tools of this API, and which of them a request offers.
import type { FunctionTool, JsonObject, ToolCallPart } from '@org/engine';
import type { Tool } from '@org/protocol/responses';
import { jsonOf } from '../../shared/json-of.js';
import { toExtensions } from '../extensions.js';
import { applyPatchTool } from './apply-patch-tool.js';
import type { ClientTool, ClientToolForm } from './client-tool.js';
import { computerTool } from './computer-tool.js';
import { localShellTool } from './local-shell-tool.js';
import { searchTool } from './search-tool.js';
import { shellTool } from './shell-tool.js';

const all: readonly ClientTool[] = [searchTool, shellTool, localShellTool, applyPatchTool, computerTool];

const byToolType = new Map(all.flatMap((kind) => kind.toolTypes.map((type) => [type, kind] as const)));
const byCallType = new Map(all.map((kind) => [kind.callType, kind]));
const byOutputType = new Map(all.map((kind) => [kind.outputType, kind]));

/** What the client runs under a type in `tools` or `tool_choice`; it may be the server's all the same. */
export function clientToolOf(toolType: string): ClientTool | undefined {
  return byToolType.get(toolType);
}

export function clientToolOfCall(itemType: string): ClientTool | undefined {
  return byCallType.get(itemType);
}

export function clientToolOfOutput(itemType: string): ClientTool | undefined {
  return byOutputType.get(itemType);
}

/** Whether items of a type are calls or outputs of a tool that clients run. */
export function isOfClientTool(itemType: string): boolean {
  return byCallType.has(itemType) || byOutputType.has(itemType);
}

/** A tool of a request that its client runs. */
export interface OfferedClientTool {
  readonly kind: ClientTool;
  readonly form: ClientToolForm;
  readonly payload: Tool;
}

/** The client tools among `tools`. A function of the same name, or an earlier client tool, leaves no name for one. */
export function offeredClientTools(tools: readonly Tool[]): readonly OfferedClientTool[] {
  const offered: OfferedClientTool[] = [];
  for (const payload of tools) {
    if (payload.type === 'function' || payload.type === 'custom') continue;
    const kind = clientToolOf(String(payload.type));
    const form = kind?.form(jsonOf(payload));
    if (kind === undefined || form === undefined || offered.some((other) => other.kind === kind)) continue;
    if (tools.some((tool) => (tool.type === 'function' || tool.type === 'custom') && tool.name === kind.name)) continue;
    offered.push({ kind, form, payload });
  }
  return offered;
}

/** The tool as the function that a model is offered. */
export function asFunction({ kind, form, payload }: OfferedClientTool): FunctionTool {
  return { kind: 'function', name: kind.name, ...form, extensions: toExtensions({ original: jsonOf(payload) }) };
}

/** The client tool that a model's call refers to, if any. */
export function clientToolCalled(
  { name, namespace, kind }: ToolCallPart,
  offered: readonly OfferedClientTool[],
): OfferedClientTool | undefined {
  return kind === 'function' && namespace === undefined ? offered.find((tool) => tool.kind.name === name) : undefined;
}

/** Item members of a call from its neutral fields alone. */
export function clientCallMembers(
  { callId, argumentsText }: ToolCallPart,
  { kind, payload }: OfferedClientTool,
): JsonObject {
  return { call_id: callId, ...kind.writeCall(argumentsText, jsonOf(payload)) };
}
