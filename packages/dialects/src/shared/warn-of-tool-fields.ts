import type { JsonObject, Warning } from '@org/engine';

/** Fields with an effect that the general sentence would hide. */
const effects: ReadonlyMap<string, string> = new Map([
  ['async', 'The service does not mark the calls as asynchronous; the next request must contain their results.'],
]);

/**
 * Warnings for the fields of a client's tool, at `path`, that have no effect here. `known`: fields that have one, or
 * that the service warns of elsewhere. A field that is `null` or `false` asks for nothing.
 */
export function warnOfToolFields(tool: JsonObject, known: ReadonlySet<string>, path: string): readonly Warning[] {
  const warnings: Warning[] = [];
  for (const name in tool) {
    const value = tool[name];
    if (known.has(name) || value === undefined || value === null || value === false) continue;
    const message =
      effects.get(name) ?? 'The service does not know this field of a tool; the model does not receive it.';
    warnings.push({ kind: 'ignored', param: `${path}.${name}`, message });
  }
  return warnings;
}
