import type { AppliedEdit, ContextEdit, Summarize } from '../../model/context-edit.js';
import type { Extensions } from '../../model/extensions.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart } from '../../model/part.js';
import type { Usage } from '../../model/usage.js';
import type { LanguageModel } from '../../ports/language-model.js';
import { contextLengthOf } from '../context/context-length-of.js';
import { withMessages, type Step } from '../step.js';
import { clearReasoning } from './clear-reasoning.js';
import { clearToolResults, countToolCalls, type Cleared } from './clear-tool-results.js';
import { countInput } from './input-size.js';
import { summarizeContext } from './summarize-context.js';

/** A context after its edits. */
export interface EditedContext {
  readonly messages: readonly Message[];
  /** The applied edits in order, without those whose condition was not met. */
  readonly applied: readonly AppliedEdit[];
  /** The part that later turns start from, and what it cost to make. */
  readonly summary?: { readonly part: OpaquePart; readonly usage: Usage; readonly pause?: Extensions };
}

/** The share of a model's context at which it is summarized, where the request names no number that it can reach. */
const fullShare = 0.8;

/**
 * Applies `edits` in order to the context of `step`. Counts tokens only where an edit would change something.
 * `allMessages`: the context of `step`, with all changes of its tools. Throws the errors of the language model.
 */
export async function editContext(
  edits: readonly ContextEdit[],
  step: Step,
  allMessages = step.request.messages,
): Promise<EditedContext> {
  let edited: EditedContext = { messages: step.request.messages, applied: [] };
  let known: number | undefined;
  const sizeOf = async (messages: readonly Message[]): Promise<number> =>
    (await countInput(withMessages(step, messages), true)).inputTokens;
  const size = async (): Promise<number> => (known ??= await sizeOf(edited.messages));
  /** Accepts a change and returns the number of tokens saved; undefined when that is not enough. */
  const take = async ({ messages }: Pick<Cleared, 'messages'>, atLeast = 0): Promise<number | undefined> => {
    const before = await size();
    const after = await sizeOf(messages);
    const saved = Math.max(0, before - after);
    if (saved < atLeast) return undefined;
    edited = { ...edited, messages };
    known = after;
    return saved;
  };
  const recordEdit = (applied: AppliedEdit): void => {
    edited = { ...edited, applied: [...edited.applied, applied] };
  };

  for (const edit of edits) {
    switch (edit.kind) {
      case 'clear-tool-results': {
        const cleared = clearToolResults(edited.messages, edit);
        if (cleared.count === 0) break;
        const { of, above } = edit.trigger;
        if ((of === 'tool-calls' ? countToolCalls(edited.messages) : await size()) <= above) break;
        const inputTokens = await take(cleared, edit.atLeast);
        if (inputTokens !== undefined) recordEdit({ kind: edit.kind, toolCalls: cleared.count, inputTokens });
        break;
      }
      case 'clear-reasoning': {
        const cleared = clearReasoning(edited.messages, edit);
        if (cleared.count === 0) break;
        const inputTokens = await take(cleared);
        if (inputTokens !== undefined) recordEdit({ kind: edit.kind, turns: cleared.count, inputTokens });
        break;
      }
      case 'summarize': {
        const above = await thresholdOf(edit, step.languageModel);
        if (above === undefined || (await size()) <= above) break;
        const { messages, summary, usage } = await summarizeContext(
          withMessages(step, edited.messages),
          edit,
          allMessages,
        );
        const inputTokens = await take({ messages });
        recordEdit({ kind: edit.kind, inputTokens: inputTokens ?? 0, usage });
        edited = {
          ...edited,
          summary: { part: summary, usage, ...(edit.pause !== undefined && { pause: edit.pause }) },
        };
        break;
      }
    }
  }
  return edited;
}

async function thresholdOf({ above }: Summarize, languageModel: LanguageModel): Promise<number | undefined> {
  const contextLength = await contextLengthOf(languageModel);
  return contextLength === undefined || (above !== undefined && above < contextLength)
    ? above
    : Math.floor(contextLength * fullShare);
}
