import { EngineError, type ToolDefinition } from '@org/engine';
import { schemaFault } from './schema-fault.js';

/** Maximum length of a path in an error, in characters. */
const maxPathLength = 300;

/**
 * Explains an unexplained rejection of a request with an invalid tool schema, which the client must fix. Most servers
 * accept such a schema as plain text, so the service does not reject it earlier. `undefined` for any other failure.
 */
export function explainSchemaRejection(
  { code, cause }: EngineError,
  tools: readonly ToolDefinition[],
): EngineError | undefined {
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
