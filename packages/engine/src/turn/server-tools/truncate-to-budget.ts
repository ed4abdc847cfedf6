import type { MediaPart, TextPart } from '../../model/part.js';
import type { ServerCallOutcome } from '../../model/server-tool.js';

/** What the model can read, and who else wants room in it. */
export interface OutcomeBudget {
  /** Tokens of prompt and answer together; undefined where that is not known. */
  contextLength(): Promise<number | undefined>;
  /** Tokens that are taken. */
  used(): number;
  /** Calls whose outcomes come together. */
  readonly calls: number;
}

/** Bytes that are shown however little room there is: an answer of which nothing is shown is called for again. */
const leastBytes = 256;
/** Bytes of UTF-8 for one unit of UTF-16. */
const maxBytesPerCodeUnit = 3;

/**
 * The outcome as the model and the client get it: outcomes of one step have at most as many bytes of text as the model has tokens left. A
 * token is a byte at least, so they fit whatever they say; of usual text it is three or four, so most of the room is left for what
 * the model does with them. Of one that is longer the beginning stays, with a note of how much was left out.
 */
export async function truncateToBudget(outcome: ServerCallOutcome, budget: OutcomeBudget): Promise<ServerCallOutcome> {
  if (lengthOf(outcome) * maxBytesPerCodeUnit <= leastBytes) return outcome;
  const contextLength = await budget.contextLength();
  if (contextLength === undefined) return outcome;
  return truncateOutcome(outcome, Math.max(leastBytes, Math.floor((contextLength - budget.used()) / budget.calls)));
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
    // Behind a gap nothing is shown.
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
