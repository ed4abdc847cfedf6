import { EngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import { ResultCollector, type GenerationResult } from '../../model/generation-result.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { Message } from '../../model/message.js';
import { emptyUsage, type Usage } from '../../model/usage.js';
import type { Step } from '../step.js';
import { transcriptOf } from './transcript.js';

/** A text that replaces a conversation, and the usage of creating it. */
export interface Compaction {
  readonly text: string;
  readonly usage: Usage;
}

/** Maximum number of tokens of a summary. */
const maxSummaryTokens = 2048;

/** Maximum length of a transcript that replaces a summary, in UTF-16 units. */
const maxTranscriptLength = 8000;

const defaultInstruction =
  'Summarise the conversation above, so that it can go on without its text. Keep facts, names, numbers, decisions, results of tools and open tasks; leave out greetings. Answer with the summary only.';

/**
 * Asks the model for a summary of the context of `step`. A conversation that is too long for the model loses its
 * oldest turns first. Where the model returns nothing or still cannot read it, the end of the transcript replaces the
 * summary. `onEvent` receives every event, and the run's log records the usage, however it ends. Throws the errors of
 * the language model.
 */
export async function compactContext(
  step: Step,
  onEvent: (event: GenerationEvent) => void = () => undefined,
  instruction?: string,
): Promise<Compaction> {
  const { logFields } = step.context;
  const collector = new ResultCollector();
  try {
    for await (const event of generateSummary(step, instruction)) {
      onEvent(event);
      collector.push(event);
    }
  } finally {
    if (logFields !== undefined && collector.usage !== undefined) logFields.usage = collector.usage;
  }
  return compactionOf(step.request, collector);
}

/**
 * The model's events for a summary request. The stream has no end event when the conversation does not fit, however
 * much is removed.
 */
export async function* generateSummary(
  { request, languageModel, context }: Step,
  instruction: string = defaultInstruction,
): AsyncGenerator<GenerationEvent, void, void> {
  const { model, messages, sampling, serviceTier, cacheKey, endUser } = request;
  const ask: Message = { role: 'user', parts: [{ type: 'text', text: instruction }] };
  let ended = false;
  try {
    const events = languageModel.generate(
      {
        model,
        messages: [...messages, ask],
        tools: [],
        toolChoice: { type: 'none' },
        parallelToolCalls: false,
        limits: { maxOutputTokens: maxSummaryTokens },
        sampling,
        outputFormat: { type: 'text' },
        stopSequences: [],
        truncation: 'auto',
        ...(serviceTier === undefined ? {} : { serviceTier }),
        ...(cacheKey === undefined ? {} : { cacheKey }),
        ...(endUser === undefined ? {} : { endUser }),
      },
      context,
    );
    for await (const event of events) {
      ended = event.type === 'generation-end';
      yield event;
    }
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'context-overflow') return;
    throw thrown;
  }
  if (!ended) throw new EngineError('upstream-failed', 'The model stopped in the middle of its response.');
}

/** The summary in a collected response, or its replacement. */
export function compactionOf(
  { messages }: Pick<GenerationRequest, 'messages'>,
  collector: ResultCollector,
): Compaction {
  const result = collector.complete ? collector.result() : undefined;
  const summary = result === undefined ? '' : textOf(result).trim();
  const text = summary === '' ? transcriptOf(messages, maxTranscriptLength) : summary;
  return { text: `Summary of the conversation so far:\n\n${text}`, usage: result?.usage ?? emptyUsage };
}

function textOf({ parts }: GenerationResult): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
