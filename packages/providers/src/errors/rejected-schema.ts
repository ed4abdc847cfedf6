import { EngineError, type ToolDefinition } from '@org/engine';
import { schemaFault } from './schema-fault.js';

/** So much of a path is told. */
const maxPathLength = 300;

/**
 * A refusal for which nobody knows a reason, of a request in which the schema of a tool is none: that is the client's to mend. Most servers
 * take such a schema, to which it is a text, so nobody refuses it before. `undefined` for any other failure.
 */
export function refusedSchema({ code, cause }: EngineError, tools: readonly ToolDefinition[]): EngineError | undefined {
  if (code !== 'upstream-rejected') return undefined;
  for (const tool of tools) {
    if (tool.kind !== 'function') continue;
    const found = schemaFault(tool.inputSchema);
    if (found === undefined) continue;
    const where = found.path === '' ? '' : ` at ${found.path.slice(0, maxPathLength)}`;
    return new EngineError(
      'invalid-request',
      `The upstream rejects this request; the schema of the tool ${JSON.stringify(tool.name)} is not valid${where}: ${found.rule}.`,
      { param: 'tools', cause },
    );
  }
  return undefined;
}
