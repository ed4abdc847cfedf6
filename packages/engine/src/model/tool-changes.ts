import type { Part } from './part.js';
import type { ToolChange, ToolDefinition } from './tool.js';

/** The tool changes from a part on; undefined where there are none. */
export function toolChangesOf(part: Part): readonly ToolChange[] | undefined {
  return part.type === 'opaque' || part.type === 'tool-result' ? part.toolChanges : undefined;
}

/** The tools with the additions and without the removals. Of two tools with the same name the later one wins. */
export function changedTools(
  tools: readonly ToolDefinition[],
  changes: readonly ToolChange[],
): readonly ToolDefinition[] {
  let hosted = 0;
  // Hosted tools have no name to distinguish them, so each is its own key.
  const keyOf = (tool: ToolDefinition): string | number => (tool.kind === 'hosted' ? hosted++ : nameOf(tool));
  const known = new Map(tools.map((tool) => [keyOf(tool), tool]));
  const offered = new Map(known);
  for (const change of changes) {
    const key = change.type === 'add' ? keyOf(change.tool) : nameOf(change);
    switch (change.type) {
      case 'add':
        known.set(key, change.tool);
        // To the end, so that the prompt before it stays as it was.
        offered.delete(key);
        offered.set(key, change.tool);
        break;
      case 'remove':
        offered.delete(key);
        break;
      case 'restore': {
        const tool = known.get(key);
        if (tool !== undefined) offered.set(key, tool);
        break;
      }
    }
  }
  return [...offered.values()];
}

function nameOf({ name, namespace = '' }: { readonly name: string; readonly namespace?: string }): string {
  return `${namespace}\0${name}`;
}
