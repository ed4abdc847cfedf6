import type { MediaPart, TextPart } from '../../model/part.js';
import type { ServerCallOutcome } from '../../model/server-tool.js';

/** The context length of the model, and what else needs space in it. */
export interface OutcomeBudget {
  /** Prompt and output tokens together; undefined where unknown. */
  contextLength(): Promise<number | undefined>;
  /** Tokens in use. */
  used(): number;
  /** Number of calls whose outcomes arrive together. */
  readonly calls: number;
}

/** Minimum number of bytes to show however little space is left: a model repeats a call whose result is empty. */
const minBytes = 256;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerCodeUnit = 3;

/**
 * Truncates the outcome for the model and the client: the outcomes of one step have at most as many bytes of text as
 * the model has tokens left. A token is at least one byte, so any content fits; usual text has three or four bytes
 * per token, which leaves most of the space for the model's output. A longer outcome is truncated at its end, with a
 * note of the omitted size.
 */
export async function truncateToBudget(outcome: ServerCallOutcome, budget: OutcomeBudget): Promise<ServerCallOutcome> {
  if (lengthOf(outcome) * maxBytesPerCodeUnit <= minBytes) return outcome;
  const contextLength = await budget.contextLength();
  if (contextLength === undefined) return outcome;
  return truncateOutcome(outcome, Math.max(minBytes, Math.floor((contextLength - budget.used()) / budget.calls)));
}

function truncateOutcome(outcome: ServerCallOutcome, maxBytes: number): ServerCallOutcome {
  let remaining = maxBytes;
  let includedLength = 0;
  const content = outcome.content.flatMap((part): readonly (MediaPart | TextPart)[] => {
    if (part.type !== 'text') return [part];
    const { read, written } = new TextEncoder().encodeInto(
      part.text,
      new Uint8Array(Math.min(remaining, part.text.length * maxBytesPerCodeUnit)),
    );
    // Nothing is shown after a gap.
    remaining = read < part.text.length ? 0 : remaining - written;
    includedLength += read;
    return read === 0 ? [] : [read < part.text.length ? { ...part, text: part.text.slice(0, read) } : part];
  });
  const all = lengthOf(outcome);
  return includedLength === all
    ? outcome
    : { ...outcome, content: [...content, truncationNote(all - includedLength, all)] };
}

function truncationNote(remaining: number, all: number): TextPart {
  return {
    type: 'text',
    text: `[${remaining} of the ${all} characters of this tool result are left out: they are more than the model can read. Ask for less at a time.]`,
  };
}

function lengthOf({ content }: ServerCallOutcome): number {
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}
