// What deltas say beyond what the neutral model knows, such as how far thinking is that nobody is shown: passed on as it is.
import type { JsonObject } from '@org/engine';
import { isEmpty, membersOutside, withoutNulls } from '../../shared/json-of.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';

/** Deltas with a meaning of their own. In a block that has no use for one it says nothing. */
const knownDeltas: ReadonlySet<unknown> = new Set([
  'text_delta',
  'citations_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'compaction_delta',
]);

/** Passes on a delta of a kind that nobody here knows. */
export function emitUnknownDelta(delta: JsonObject, parts: PartStream): void {
  if (!knownDeltas.has(delta['type'])) parts.emitOpaque(delta);
}

/** The deltas that grow a block, by the member with what it grows by. */
type Growing = 'text' | 'thinking' | 'partial_json';

const readMembers = {
  text: new Set(['type', 'text']),
  thinking: new Set(['type', 'thinking']),
  partial_json: new Set(['type', 'partial_json']),
} as const satisfies Record<Growing, ReadonlySet<string>>;

/** Passes on the members that a delta has beside its text, which has gone on by itself. Nearly none has any. */
export function sendRemaining(delta: JsonObject, member: Growing, parts: PartStream): void {
  const rest = membersOutside(delta, readMembers[member], delta[member] === undefined ? 1 : 2);
  if (isEmpty(rest)) return;
  const extraMembers = withoutNulls(rest);
  if (!isEmpty(extraMembers)) parts.emitOpaque({ type: delta['type'] ?? null, [member]: '', ...extraMembers });
}
