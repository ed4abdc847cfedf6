import type { ContextEdit } from '../model/context-edit.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import { runServerToolLoop, type ServerToolSession } from './server-tools/run-server-tool-loop.js';
import { startUntilAvailable } from './start-until-available.js';
import { editContext } from './context-edits/edit-context.js';
import { onlySummarize } from './context-edits/only-summary.js';
import { readPrompt } from './read-prompt.js';
import { requireObjectArguments } from './require-object-arguments.js';
import { emptyResponseEvents, reportContextEdits } from './context-edits/report-context-edits.js';
import type { Step } from './step.js';
import type { TurnRequest } from './turn-request.js';
import { waitBriefly } from './wait-briefly.js';

/** The request of a turn to a language model, fully prepared. */
export interface PreparedStep extends Step {
  /** The messages of `request`, with all that changed its tools. */
  readonly allMessages: readonly Message[];
  /** The session whose tools are called here, between the steps of the model. */
  readonly toolSession: ServerToolSession | undefined;
}

/** Generates the events of `turn`: those of the model, or those of an operation that the turn requests instead. */
export function generateStep(
  { onlySummary, onlyReads = false, edits, dialect, objectArguments = false }: TurnRequest,
  step: PreparedStep,
): AsyncIterable<GenerationEvent> {
  const { request, allMessages, languageModel, context, toolSession } = step;
  if (onlySummary !== undefined) return onlySummarize(onlySummary, step, allMessages);
  if (onlyReads) return readPrompt(step, dialect);
  const once: Generate = (asked) => {
    const events = languageModel.generate(asked, context);
    return objectArguments ? requireObjectArguments(events) : events;
  };
  const generate: Generate = toolSession === undefined ? once : (asked) => runServerToolLoop(asked, toolSession, once);
  return edits === undefined ? generate(request) : generateWithEdits(edits, step, generate);
}

type Generate = (request: GenerationRequest) => AsyncIterable<GenerationEvent>;

async function* generateWithEdits(
  edits: readonly ContextEdit[],
  step: PreparedStep,
  generate: Generate,
): AsyncGenerator<GenerationEvent, void, void> {
  const { request, allMessages, context } = step;
  const edited = await editContext(edits, step, allMessages);
  const { messages, summary } = edited;
  const start = (): AsyncIterable<GenerationEvent> =>
    summary?.pause === undefined
      ? generate({ ...request, messages })
      : emptyResponseEvents(request.model, summary.pause);
  const { signal, shouldRetry = waitBriefly(signal) } = context;
  // A summary is not to be made, and paid, once more because the model is busy for a moment.
  yield* reportContextEdits(summary === undefined ? start() : startUntilAvailable(start, shouldRetry), edited);
}
