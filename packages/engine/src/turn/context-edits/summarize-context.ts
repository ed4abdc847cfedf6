import type { Summarize } from '../../model/context-edit.js';
import { isInstruction } from '../../model/is-instruction.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart } from '../../model/part.js';
import type { Usage } from '../../model/usage.js';
import { compactContext } from './compact-context.js';
import { withMessages, type Step } from '../step.js';
import { transcriptOf } from './transcript.js';

/** Maximum length of the newest text in a summary for later turns, in UTF-16 units. */
const maxTailLength = 4000;

/** A conversation made small. */
export interface SummarizedContext {
  /** The new context of the model: instructions, the summary, and the last user message with all that follows it. */
  readonly messages: readonly Message[];
  /** The part that later turns start from: it also replaces the last user message. */
  readonly summary: OpaquePart;
  readonly usage: Usage;
}

/**
 * Summarizes the conversation before the last user message; or all of it, where nothing precedes that message or the
 * model is working on it: tool results can be the largest part. `allMessages`: the context of `step`, with all
 * changes of its tools.
 */
export async function summarizeContext(
  step: Step,
  { part, instruction }: Summarize,
  allMessages: readonly Message[],
): Promise<SummarizedContext> {
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
