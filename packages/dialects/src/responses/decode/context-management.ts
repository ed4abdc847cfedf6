// Compactions within a turn: `context_management` of a request, and what a `compaction_trigger` asks for.
import type { ContextEdit, OnlySummary, OpaquePart, Warning } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { toExtensions } from '../extensions.js';

const compaction: OpaquePart = {
  type: 'opaque',
  dialect: 'responses',
  apiType: 'compaction',
  value: { type: 'compaction' },
};

/** The edits that this service makes, and a warning for each that it does not know. A conversation is summarized once, whatever is listed. */
export function decodeContextManagement({ context_management: management }: ResponseCreateParams): {
  readonly edits: readonly ContextEdit[];
  readonly warnings: readonly Warning[];
} {
  const listed = [...(management ?? []).entries()];
  const known = listed.filter(([, { type }]) => type === 'compaction').slice(0, 1);
  const others = listed.filter(([at]) => at !== known[0]?.[0]);
  return {
    edits: known.map(([, { compact_threshold: above }]) => ({
      kind: 'summarize',
      ...(typeof above === 'number' && { above }),
      part: replacementFor,
    })),
    warnings: others.map(([at]) => ({
      kind: 'ignored',
      param: `context_management.${at}`,
      message: 'The service does not apply this edit and uses the conversation as the client sent it.',
    })),
  };
}

function replacementFor(text: string): OpaquePart {
  return { ...compaction, text, replacesEarlier: true };
}

/**
 * The output of a turn that requests only a compaction. In a chain or a conversation it replaces everything before
 * it. A client that stores the conversation itself, as one without stored responses does, decides what continues
 * along with it.
 */
export function summaryAlone(stored: boolean): OnlySummary {
  return stored ? forAll : keepsEarlier;
}

const forAll: OnlySummary = { part: replacementFor };
const keepsEarlier: OnlySummary = {
  part: (text) => ({ ...replacementFor(text), extensions: toExtensions({ keepsEarlier: true }) }),
};
