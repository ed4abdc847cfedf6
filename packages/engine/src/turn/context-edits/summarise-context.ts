import type { Summarise } from '../../model/context-edit.js';
import { isInstruction } from '../../model/is-instruction.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart } from '../../model/part.js';
import type { Usage } from '../../model/usage.js';
import { compactContext } from './compact-context.js';
import { withMessages, type Step } from '../step.js';
import { transcriptOf } from './transcript.js';

/** Most UTF-16 units of the newest words in a summary for later turns. */
const maxTailLength = 4000;

/** A conversation made small. */
export interface SummarisedContext {
  /** What the model is shown now: instructions, the summary, and what the user said last with all that followed. */
  readonly messages: readonly Message[];
  /** The part that later turns start from: it stands for the user's last words, too. */
  readonly summary: OpaquePart;
  readonly usage: Usage;
}

/**
 * Summarises what was said before the user's last words; all of it where there was nothing before them, and where the model is
 * at work for them: what its tools told it can be the most of it. `allMessages`: what `step` shows, with all that changed its tools.
 */
export async function summariseContext(
  step: Step,
  { part, instruction }: Summarise,
  allMessages: readonly Message[],
): Promise<SummarisedContext> {
  const { messages } = step.request;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const before = messages.slice(0, Math.max(0, last));
  const summarizesAll = before.every(isInstruction) || messages.slice(last).some(({ role }) => role === 'tool');
  const head = summarizesAll ? messages : before;
  const tail = summarizesAll ? [] : messages.slice(last);
  const { text, usage } = await compactContext(withMessages(step, head), undefined, instruction);
  const summaryPart = part(text, allMessages);
  const newest = transcriptOf(tail, maxTailLength);
  return {
    messages: [...head.filter(isInstruction), { role: 'user', parts: [summaryPart] }, ...tail],
    summary: newest === '' ? summaryPart : part(`${text}\n\nThen:\n\n${newest}`, allMessages),
    usage,
  };
}
