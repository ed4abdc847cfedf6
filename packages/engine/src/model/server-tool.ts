import type { JsonObject } from '../json/json-value.js';
import type { HostedToolKind, HostedToolResult } from './hosted-tool.js';
import type { MediaPart, TextPart } from './part.js';

/** An MCP server named by a request: the service calls its tools while the model responds. */
export interface McpServerRequest {
  /** What the client calls it; unique within a request. Its tools are offered in a group of this name. */
  readonly label: string;
  readonly address: McpServerAddress;
  /**
   * What a request to the server carries beyond the protocol's own headers. Never stored with the response, never
   * logged.
   */
  readonly credentials?: { readonly authorization?: string; readonly headers?: Readonly<Record<string, string>> };
  /** The client's description of the server. */
  readonly description?: string;
  /** Which of its tools are offered. Absent: all. */
  readonly allowed?: ServerToolFilter;
  /**
   * Which calls require the client's approval: all, none, or those that the filters select; a call that no filter
   * matches requires it.
   */
  readonly approval: 'always' | 'never' | { readonly always?: ServerToolFilter; readonly never?: ServerToolFilter };
  /** Path of the tool in the client's request, for errors. */
  readonly param: string;
  /** What the client calls the authorization, where that has another name. */
  readonly authorizationMember?: string;
}

/** `name`: a server of the configuration. */
export type McpServerAddress =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'name'; readonly name: string };

/** Takes in the tools that meet all of its members. */
export interface ServerToolFilter {
  readonly names?: readonly string[];
  readonly except?: readonly string[];
  /** Whether the server declares the tool as read-only. */
  readonly readOnly?: boolean;
}

export function matchesFilter({ names, except, readOnly }: ServerToolFilter, tool: ServerTool): boolean {
  if (names !== undefined && !names.includes(tool.name)) return false;
  if (except?.includes(tool.name) === true) return false;
  return readOnly === undefined || readOnly === (tool.annotations?.['readOnlyHint'] === true);
}

/** A tool as its server describes it. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; its root has `type: "object"`. */
  readonly inputSchema: JsonObject;
  /** The server's annotations, such as `readOnlyHint`: hints, not guarantees. */
  readonly annotations?: JsonObject;
}

/** What runs a tool: an MCP server, by its label, or the service itself. */
export type ServerToolSource =
  | { readonly type: 'mcp'; readonly server: string }
  | {
      readonly type: 'hosted';
      readonly kind: HostedToolKind;
      /** The container in which the code of the call runs. */
      readonly containerId?: string;
    };

/** A call of a server tool that the model made. */
export interface ServerCall {
  /** Unique within the conversation. */
  readonly callId: string;
  readonly source: ServerToolSource;
  readonly name: string;
  /** As the model wrote it. */
  readonly argumentsText: string;
  /** The approval request that preceded it. */
  readonly approvalId?: string;
  /** The last call of its step: the model read the results before it wrote what follows. Absent: not known to be. */
  readonly endsStep?: true;
}

/** How a call ended. */
export interface ServerCallOutcome {
  readonly content: readonly (TextPart | MediaPart)[];
  /** The tool reports an error; `content` describes it. */
  readonly isError?: true;
  /** The tool returned no result: the protocol or HTTP failed, which `message` describes without secrets. */
  readonly failure?: { readonly kind: 'protocol' | 'http'; readonly code: number; readonly message: string };
  /** The result of a hosted tool, for the dialects; the model reads `content`. */
  readonly hosted?: HostedToolResult;
}

/** Neutral description of an opaque part's server-side tools: for models and for the other dialect. */
export type ServerToolRecord =
  | { readonly type: 'listing'; readonly server: string; readonly tools: readonly ServerTool[] }
  /** `outcome` is absent while the tool works, and where a `result` has it. */
  | { readonly type: 'call'; readonly call: ServerCall; readonly outcome?: ServerCallOutcome }
  | { readonly type: 'result'; readonly callId: string; readonly outcome: ServerCallOutcome }
  /** Ends the response: the client decides whether to approve `call`. The approval refers to `call.callId`. */
  | { readonly type: 'approval-request'; readonly call: ServerCall }
  | { readonly type: 'approval'; readonly requestId: string; readonly approved: boolean; readonly reason?: string };
