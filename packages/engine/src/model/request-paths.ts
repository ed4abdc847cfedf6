import type { ForwardedError } from '../errors/forwarded-error.js';
import type { Part } from './part.js';
import type { ToolDefinition } from './tool.js';

/** A dialect's paths for the elements of one request in its API. */
export interface RequestPaths {
  /** The path of a part; undefined for a part of an earlier turn, which is not in the request. */
  part(part: Part): string | undefined;
  /** The path of a member of a tool; undefined for a tool of an earlier turn. */
  tool(tool: ToolDefinition, member: ToolMember): string | undefined;
  /** The path of any other field, by its neutral name; unmapped names are returned unchanged. */
  field(name: string): string;
  /** An upstream's error without the paths in its request that are not those in the client's. */
  forwarded(error: ForwardedError): ForwardedError;
}

export type ToolMember = 'inputSchema' | 'format.definition';
