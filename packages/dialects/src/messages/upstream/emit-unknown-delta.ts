// Delta members beyond the neutral model, such as the progress of hidden thinking: forwarded unchanged.
import type { JsonObject } from '@org/engine';
import { isEmpty, membersOutside, withoutNulls } from '../../shared/json-of.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';

/** Deltas with a known meaning. A block that does not support one ignores it. */
const knownDeltas: ReadonlySet<unknown> = new Set([
  'text_delta',
  'citations_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'compaction_delta',
]);

/** Forwards a delta of an unknown kind. */
export function emitUnknownDelta(delta: JsonObject, parts: PartStream): void {
  if (!knownDeltas.has(delta['type'])) parts.emitOpaque(delta);
}

/** The deltas that grow a block, by the member with what it grows by. */
type TextMember = 'text' | 'thinking' | 'partial_json';

const readMembers = {
  text: new Set(['type', 'text']),
  thinking: new Set(['type', 'thinking']),
  partial_json: new Set(['type', 'partial_json']),
} as const satisfies Record<TextMember, ReadonlySet<string>>;

/** Forwards a delta's members other than its text, which is forwarded separately. Nearly no delta has any. */
export function sendRemaining(delta: JsonObject, member: TextMember, parts: PartStream): void {
  const rest = membersOutside(delta, readMembers[member], delta[member] === undefined ? 1 : 2);
  if (isEmpty(rest)) return;
  const extraMembers = withoutNulls(rest);
  if (!isEmpty(extraMembers)) parts.emitOpaque({ type: delta['type'] ?? null, [member]: '', ...extraMembers });
}
