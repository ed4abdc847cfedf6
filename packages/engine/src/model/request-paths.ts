import type { Part } from './part.js';
import type { ToolDefinition } from './tool.js';

/** What a dialect calls that which stands in one request of its wire. */
export interface RequestPaths {
  /** The path of a part; undefined for one that is not in the request, because an earlier turn brought it. */
  part(part: Part): string | undefined;
  /** The path of a member of a tool; undefined in the same way. */
  tool(tool: ToolDefinition, member: ToolMember): string | undefined;
  /** The path of any other field, by its neutral name; a name without another one on the wire is its own. */
  field(name: string): string;
}

export type ToolMember = 'inputSchema' | 'format.definition';
