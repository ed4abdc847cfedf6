import type { DialectId, Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { McpServerRequest } from './server-tool.js';

/** A tool that the model may be offered. */
export type ToolDefinition = FunctionTool | CustomTool | HostedTool;

interface ToolBase {
  readonly extensions?: Extensions;
}

/** A tool whose arguments are one JSON object. It runs at the client. */
export interface FunctionTool extends ToolBase {
  readonly kind: 'function';
  readonly name: string;
  readonly namespace?: string;
  readonly description?: string;
  /** JSON Schema of the arguments; its root has `type: "object"`. */
  readonly inputSchema: JsonObject;
  /** The arguments must validate against `inputSchema`. */
  readonly strict?: boolean;
}

/** A tool whose input is free text, held to a grammar when there is one. It runs at the client. */
export interface CustomTool extends ToolBase {
  readonly kind: 'custom';
  readonly name: string;
  readonly namespace?: string;
  readonly description?: string;
  readonly format:
    | { readonly type: 'text' }
    | { readonly type: 'grammar'; readonly syntax: 'lark' | 'regex'; readonly definition: string };
}

/** A tool that the server side of its dialect runs. What this installation cannot run is never offered to a model. */
export interface HostedTool extends ToolBase {
  readonly kind: 'hosted';
  readonly dialect: DialectId;
  /** The wire's own `type` value. */
  readonly apiType: string;
  /** What a choice calls it by, where the dialect names such tools. */
  readonly name?: string;
  readonly value: JsonObject;
  /** Where its request has it, if that is to be refused where the tool is not offered. */
  readonly neededAt?: string;
  /** The server whose tools it stands for, where this service calls them. */
  readonly server?: McpServerRequest;
}

/** A change in the middle of a conversation. `restore`: a tool that was given or added before is there again, if it had left. */
export type ToolChange =
  | { readonly type: 'add'; readonly tool: ToolDefinition }
  | { readonly type: 'remove' | 'restore'; readonly name: string; readonly namespace?: string };

/** Which tools the model may or must call. */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  /** At least one call, of any tool. */
  | { readonly type: 'required' }
  /** Exactly this tool. */
  | ({ readonly type: 'tool' } & ToolName)
  /** Only these tools; `mode` says whether one must be called. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly tools: readonly (ToolName | ToolGroup)[] };

/** What a choice calls a tool by. Without its group, a name stands for the tools of all groups that have it. */
export interface ToolName {
  readonly name: string;
  readonly namespace?: string;
}

/** All tools of a group: those of a server are known only once it is asked for them. */
export interface ToolGroup {
  readonly name?: undefined;
  readonly namespace: string;
}

/** True where a choice among some tools holds this one. */
export function isAmong(tools: readonly (ToolName | ToolGroup)[], { name, namespace }: ToolName): boolean {
  return tools.some(
    (one) =>
      (one.name === undefined || one.name === name) && (one.namespace === undefined || one.namespace === namespace),
  );
}

/** True where the answer has to be a call. */
export function mustCall(choice: ToolChoice): boolean {
  return (
    choice.type === 'required' || choice.type === 'tool' || (choice.type === 'allowed' && choice.mode === 'required')
  );
}
