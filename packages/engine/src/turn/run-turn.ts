import { cancelled } from '../errors/cancelled.js';
import { EngineError, toEngineError } from '../errors/engine-error.js';
import { answerUsage } from '../model/answer-usage.js';
import type { DialectId } from '../model/extensions.js';
import type { GenerationEnd, GenerationEvent, GenerationStart } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import { ResultCollector } from '../model/generation-result.js';
import type { Message } from '../model/message.js';
import type { Generator } from '../ports/generator.js';
import type { AnsweredAttempt } from '../ports/idempotency-store.js';
import type { RunContext } from '../ports/run-context.js';
import type { Store } from '../ports/store.js';
import type { ToolServers } from '../ports/tool-servers.js';
import { openServedTurn } from './server-tools/open-served-turn.js';
import type { ServedTurn } from './server-tools/serve-tools.js';
import { answerStep } from './answer-step.js';
import { assembleContext, type AssembledContext } from './context/assemble-context.js';
import { besideConversation, type TurnBeside } from './conversation-locks/beside-conversation.js';
import type { ConversationPlace, ConversationLines } from './conversation-locks/conversation-lines.js';
import { earlierTurns } from './earlier-turns.js';
import { placeLost } from './conversation-locks/held-place.js';
import { estimateInput } from './context-edits/input-size.js';
import { errorInWords, warningsInWords } from './in-client-words.js';
import { prepareStep } from './prepare-step.js';
import type { TurnAnswer } from './turn-answer.js';
import { additionOf, toTurnRecord } from './turn-record.js';
import type { TurnRequest } from './turn-request.js';

/** For whom files are read. */
export interface FileReader {
  readonly owner: string;
  /** The dialect of an upstream that gets what its client sent, and may have files of its own. */
  readonly native: DialectId | undefined;
}

/** What a turn runs on. */
export interface TurnPorts {
  /** Who answers for a model name. Throws `unknown-model`. */
  readonly registry: { resolve(model: string): Generator };
  readonly store: Pick<Store, 'getChain' | 'findMissingLink' | 'putTurn'>;
  /** Where turns with a `conversationId` read it. Absent: there are no conversations. */
  readonly conversations?: Pick<ConversationLines, 'enter'>;
  /** Puts the bytes of media in the place of their URLs, for the generator alone. Absent: URLs are passed on. */
  readonly fetchMedia?: (messages: readonly Message[], signal: AbortSignal) => Promise<AssembledContext>;
  /** Puts the content of the owner's files in the place of their ids, for the generator alone. Absent: ids are passed on. */
  readonly readFiles?: (messages: readonly Message[], reader: FileReader) => Promise<readonly Message[]>;
  /** Where the servers are reached whose tools a turn names. Absent: their tools are not offered. */
  readonly toolServers?: ToolServers;
}

/**
 * Runs one turn: earlier turns, the edits that it asks for, generation, and what is remembered of it.
 *
 * A turn that is to be stored is on disk before its `generation-end` is yielded. One that fails or is given up after
 * `generation-start` is stored with what there was, because the client already knows its id. A turn with `store: false`
 * reads the store only for what it continues, and never writes. A conversation that a turn continues is its alone until
 * it has ended, and gets its items together with the record; a turn that lost its place in it ends with a `conflict` and
 * adds nothing. Throws EngineErrors only.
 */
export async function* runTurn(
  turn: TurnRequest,
  ports: TurnPorts,
  context: RunContext,
  answer: TurnAnswer,
): AsyncGenerator<GenerationEvent, void, void> {
  const collector = new ResultCollector();
  let place: ConversationPlace | undefined;
  let served: ServedTurn | undefined;
  let step: GenerationRequest | undefined;
  let phase: 'not-started' | 'running' | 'settled' = 'not-started';

  /** `end`: what the answer ended with, or why it did not. */
  const settle = async (end: GenerationEnd | EngineError): Promise<void> => {
    phase = 'settled';
    if (!turn.state.store) return;
    const outcome = { result: collector.result(), ...(end instanceof EngineError ? { error: end } : {}) };
    const record = toTurnRecord(turn, context.owner, answer, outcome);
    const addition = additionOf(turn, record, place?.place);
    const write = async (answered?: AnsweredAttempt): Promise<void> => {
      const written = await ports.store
        .putTurn(record, answered === undefined ? addition : { ...addition, answered })
        .catch((thrown: unknown) => {
          const { code, param } = toEngineError(thrown);
          if ((addition.conversation === undefined && answered === undefined) || code !== 'conflict') throw thrown;
          phase = 'running'; // Nothing was written: the turn is yet to end, and as one that failed.
          throw param === 'conversation' ? placeLost(thrown) : thrown;
        });
      if (!written)
        throw new EngineError('cancelled', 'The response was ended by another request before it was finished.');
      if (addition.conversation !== undefined) place?.leave(true);
    };
    if (end instanceof EngineError || answer.keep === undefined) await write();
    else await answer.keep({ end, result: outcome.result }, write);
  };

  try {
    const { conversationId } = turn.state;
    const beside = besideConversation(turn);
    const earlier = await earlierTurns(turn, ports.store, context.owner);
    if (conversationId !== undefined) place = await enterConversation(conversationId, beside, ports, context);
    if (!turn.state.store || turn.onlyReads === true) place?.leave(); // It has read, and adds nothing.
    const running =
      place === undefined ? context : { ...context, signal: AbortSignal.any([context.signal, place.lost]) };
    const generator = ports.registry.resolve(turn.generation.model);
    const native = nativeDialect(generator, turn);
    // An upstream of the client's own dialect gets what the client sent: it fetches for itself.
    const fetchMedia = native === undefined ? ports.fetchMedia : undefined;
    const assembled = assembleContext(beside.shown(), earlier, place?.history, generator);
    const read = {
      ...assembled,
      messages: (await ports.readFiles?.(assembled.messages, { owner: context.owner, native })) ?? assembled.messages,
    };
    const { messages, warnings } = fetchMedia === undefined ? read : await withMedia(read, fetchMedia, running.signal);
    if (context.signal.aborted) throw cancelled();
    served =
      turn.onlySummary === undefined
        ? await openServedTurn(turn, assembled.serverTools, generator, ports.toolServers, running)
        : undefined;
    const { request, warnings: unheeded } = prepareStep(turn, messages, generator, served?.served);
    step = request;
    /** The warnings of the whole turn ride on the first event. */
    const begun = (start: GenerationStart): GenerationStart => {
      const all = warningsInWords([...warnings, ...unheeded, ...start.warnings], turn.warnings, answer.words);
      return { ...start, ...sizeAtStart(turn, request, start), warnings: all };
    };
    for await (const event of answerStep(turn, { request, said: messages, generator, context: running, served })) {
      const told = event.type === 'generation-start' ? begun(event) : event;
      collector.push(told);
      if (told.type === 'generation-end') {
        await settle(told);
        place?.leave();
        yield told;
        return;
      }
      phase = 'running';
      yield told;
    }
    throw new EngineError('upstream-failed', 'The model stopped in the middle of its answer.');
  } catch (thrown) {
    // Whatever an adapter throws after the abort, the abort is why.
    const error = context.signal.aborted
      ? cancelled(thrown)
      : errorInWords(toEngineError(place?.lost.aborted === true ? place.lost.reason : thrown), {
          generation: turn.generation,
          step,
          words: answer.words,
        });
    if (phase === 'running') await settle(error).catch(() => undefined); // The first failure is the one to report.
    throw error;
  } finally {
    // Left by the consumer's `return`: the client is gone, and the last word on this id is that it was cancelled.
    if (phase === 'running') await settle(cancelled()).catch(() => undefined);
    place?.leave();
    served?.served.close();
  }
}

/** The dialect of the turn, when who answers speaks it. */
export function nativeDialect(
  { native }: Pick<Generator, 'native'>,
  { dialect }: Pick<TurnRequest, 'dialect'>,
): DialectId | undefined {
  return native?.dialect === dialect ? dialect : undefined;
}

function sizeAtStart(
  turn: TurnRequest,
  step: GenerationRequest,
  { usage, edits }: GenerationStart,
): Pick<GenerationStart, 'estimatedInputTokens'> {
  return turn.sizeAtStart === true && answerUsage(usage, edits).inputTokens === 0
    ? { estimatedInputTokens: estimateInput(step, edits) }
    : {};
}

async function withMedia(
  shown: AssembledContext,
  fetchMedia: NonNullable<TurnPorts['fetchMedia']>,
  signal: AbortSignal,
): Promise<AssembledContext> {
  const { messages, warnings } = await fetchMedia(shown.messages, signal);
  return { messages, warnings: [...shown.warnings, ...warnings] };
}

async function enterConversation(
  id: string,
  { check }: TurnBeside,
  { conversations }: TurnPorts,
  { owner, signal }: RunContext,
): Promise<ConversationPlace> {
  if (conversations === undefined)
    throw new EngineError('unsupported', 'There are no conversations here.', {
      param: 'conversation',
      retryable: false,
    });
  return await conversations.enter(owner, id, signal, { check });
}
