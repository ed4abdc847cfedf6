import type { JsonObject } from '../json/json-value.js';
import type { MediaPart, TextPart } from './part.js';

/** A server of tools that a request names: the service calls them while the model answers. */
export interface McpServerRequest {
  /** What the client calls it; unique within a request. Its tools are offered in a group of this name. */
  readonly label: string;
  readonly address: McpServerAddress;
  /** What a request to it carries beyond the protocol's own headers. Never stored with the answer, never logged. */
  readonly credentials?: { readonly authorization?: string; readonly headers?: Readonly<Record<string, string>> };
  /** What the server is good for, in the client's words. */
  readonly description?: string;
  /** Which of its tools are offered. Absent: all. */
  readonly allowed?: ServerToolFilter;
  /** Which calls wait for the client's consent: all, none, or those that the filters say; what no filter takes in waits. */
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
  /** Whether the server says of the tool that it changes nothing. */
  readonly readOnly?: boolean;
}

export function takesIn({ names, except, readOnly }: ServerToolFilter, tool: ServerTool): boolean {
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
  /** What the server says of it, such as `readOnlyHint`: hints, not promises. */
  readonly annotations?: JsonObject;
}

/** A call of a server's tool that the model made. */
export interface ServerCall {
  /** Unique within the conversation. */
  readonly callId: string;
  /** The label of the server. */
  readonly server: string;
  readonly name: string;
  /** As the model wrote it. */
  readonly argumentsText: string;
  /** The request for consent that came before it. */
  readonly approvalId?: string;
}

/** How a call ended. */
export interface ServerCallOutcome {
  readonly content: readonly (TextPart | MediaPart)[];
  /** The tool says that it failed; `content` says how. */
  readonly isError?: true;
  /** There is no answer of the tool: the protocol or HTTP failed, which `message` says without secrets. */
  readonly failure?: { readonly kind: 'protocol' | 'http'; readonly code: number; readonly message: string };
}

/** What an opaque part tells of tools that run at the server's side, in neutral terms: for models and for the other dialect. */
export type ServerToolRecord =
  | { readonly type: 'listing'; readonly server: string; readonly tools: readonly ServerTool[] }
  /** `outcome` is absent while the tool works, and where a `result` has it. */
  | { readonly type: 'call'; readonly call: ServerCall; readonly outcome?: ServerCallOutcome }
  | { readonly type: 'result'; readonly callId: string; readonly outcome: ServerCallOutcome }
  /** The answer ends with it: the client is to say whether `call` may be made. `call.callId` is what it answers to. */
  | { readonly type: 'approval-request'; readonly call: ServerCall }
  | { readonly type: 'approval'; readonly requestId: string; readonly approved: boolean; readonly reason?: string };
