import type { DialectId, Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { HostedToolKind, HostedToolRequest } from './hosted-tool.js';
import type { McpServerRequest } from './server-tool.js';

/** A tool that the model may be offered. */
export type ToolDefinition = FunctionTool | CustomTool | HostedTool;

interface ToolBase {
  readonly extensions?: Extensions;
}

/** A tool whose arguments are one JSON object, executed by the client. */
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

/** A client-side tool whose input is free text, constrained by a grammar when there is one. */
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
  /** The API's own `type` value. */
  readonly apiType: string;
  /** What a choice calls it by, where the dialect names such tools. */
  readonly name?: string;
  readonly value: JsonObject;
  /** Path in the request, if the request is to be rejected where the tool is not offered. */
  readonly neededAt?: string;
  /** The MCP server whose tools it represents, where this service calls them. */
  readonly server?: McpServerRequest;
  /** What the service runs itself for this tool. Absent: it does not run it. */
  readonly run?: HostedToolRequest;
}

/**
 * A change in the middle of a conversation. `restore`: a removed tool of the request, or of an earlier addition,
 * becomes available again.
 */
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
  /** Only these tools; `mode` defines whether a call is required. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly tools: readonly (ToolName | ToolGroup)[] };

/** How a tool choice refers to a tool. Without a group, a name refers to the tools of that name in all groups. */
export interface ToolName {
  readonly name: string;
  readonly namespace?: string;
}

/** All tools of a group: those of a server are known only once it lists them. */
export interface ToolGroup {
  readonly name?: undefined;
  readonly namespace: string;
}

/** The group by which a tool choice refers to the functions of a hosted tool: their names are known once it is open. */
export function hostedGroup(kind: HostedToolKind): ToolGroup {
  return { namespace: `${hostedPrefix}${kind}` };
}

/** True if the group is that of a hosted tool of this kind. */
export function isHostedGroup({ name, namespace }: ToolName | ToolGroup, kind: HostedToolKind): boolean {
  return name === undefined && namespace === `${hostedPrefix}${kind}`;
}

/** No label of an MCP server and no namespace has this character. */
const hostedPrefix = '\0';

/** True if a choice among some tools includes this one. */
export function isAmong(tools: readonly (ToolName | ToolGroup)[], { name, namespace }: ToolName): boolean {
  return tools.some(
    (one) =>
      (one.name === undefined || one.name === name) && (one.namespace === undefined || one.namespace === namespace),
  );
}

/** True if the response must be a call. */
export function mustCall(choice: ToolChoice): boolean {
  return (
    choice.type === 'required' || choice.type === 'tool' || (choice.type === 'allowed' && choice.mode === 'required')
  );
}
