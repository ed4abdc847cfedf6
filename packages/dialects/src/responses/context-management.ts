// `context_management` of a request, and the item that stands for what was summarised.
import type { ContextEdit } from '@org/engine/model/context-edit';
import type { JsonObject } from '@org/engine/model/json';
import type { OpaquePart } from '@org/engine/model/part';
import type { Warning } from '@org/engine/model/warning';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { isJsonObject } from '../shared/json-of.js';
import type { OpenSeal } from './decode-reasoning.js';

const compaction: OpaquePart = { type: 'opaque', dialect: 'responses', wireType: 'compaction', value: { type: 'compaction' } };

/** The edits that this service makes, and a warning for each that it does not know. A conversation is summarised once, whatever is listed. */
export function decodeContextManagement({ context_management: management }: ResponseCreateParams): { readonly edits: readonly ContextEdit[]; readonly warnings: readonly Warning[] } {
  const listed = [...(management ?? []).entries()];
  const known = listed.filter(([, { type }]) => type === 'compaction').slice(0, 1);
  const others = listed.filter(([at]) => at !== known[0]?.[0]);
  return {
    edits: known.map(([, { compact_threshold: above }]) => ({ kind: 'summarise', ...(typeof above === 'number' && { above }), as: compaction })),
    warnings: others.map(([at]) => ({ kind: 'ignored', param: `context_management.${at}`, message: 'The conversation is used as it was sent.' })),
  };
}

/**
 * What an item that was made in the middle of a conversation holds: the summary, and that it stands for all before it. One
 * that `/v1/responses/compact` made holds the summary alone, because what it comes behind is part of the result.
 */
export function sealSummary(text: string, encrypt: (text: string) => string): string {
  return encrypt(JSON.stringify({ replacesEarlier: text }));
}

/** The text of an item; undefined when it is not ours. */
export function openSummary(data: string, open: OpenSeal): { readonly text: string; readonly replacesEarlier?: true } | undefined {
  const text = open(data, 'compaction');
  if (text === undefined) return undefined;
  const whole = wholeOf(text);
  return whole === undefined ? { text } : { text: whole, replacesEarlier: true };
}

function wholeOf(text: string): string | undefined {
  if (!text.startsWith('{"replacesEarlier":')) return undefined;
  const parsed: JsonObject = JSON.parse(text);
  const { replacesEarlier } = isJsonObject(parsed) ? parsed : {};
  return typeof replacesEarlier === 'string' ? replacesEarlier : undefined;
}
