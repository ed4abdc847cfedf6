import { isObject, type Message, type Part } from '@org/engine';

/**
 * The messages with everything expanded that only this service can look up or decrypt: referenced items, and the
 * summary in a compaction that this service made.
 */
export function expandReferences(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => {
    const own = withoutReference(message);
    return own.parts.some(needsExpansion) ? { ...own, parts: own.parts.map(inFull) } : own;
  });
}

function needsExpansion(part: Part): boolean {
  return hasReference(part) || isServiceCompaction(part);
}

function inFull(part: Part): Part {
  if (isServiceCompaction(part)) return { type: 'text', text: part.text };
  return withoutReference(part);
}

/** A compaction of the upstream has no text here: only the upstream can decrypt it. */
function isServiceCompaction(part: Part): part is Part & { readonly type: 'opaque'; readonly text: string } {
  return part.type === 'opaque' && part.apiType === 'compaction' && part.text !== undefined;
}

function hasReference({ extensions }: Pick<Message, 'extensions'>): boolean {
  return isObject(extensions?.responses?.['reference']);
}

function withoutReference<Value extends Pick<Message, 'extensions'>>(value: Value): Value {
  if (!hasReference(value)) return value;
  const { reference: _, ...responses } = value.extensions?.responses ?? {};
  return { ...value, extensions: { ...value.extensions, responses } };
}
