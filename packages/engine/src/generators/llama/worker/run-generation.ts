import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { EngineError } from '../../../errors/engine-error.js';
import type { FinishReason } from '../../../model/finish-reason.js';
import type { GenerationEvent } from '../../../model/generation-event.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import type { Part, TokenLogprob } from '../../../model/part.js';
import { OutputParser } from '../parse/output-parser.js';
import { PartWriter } from '../parse/part-writer.js';
import { headFor } from '../prompt/shown-tools.js';
import { constraintFor, type Constraint } from './constraint.js';
import { noContextShift } from './context-shift.js';
import { feedPrompt } from './feed-prompt.js';
import type { Seat } from './passes.js';
import { preparePrompt, type PreparedPrompt } from './prepare-prompt.js';
import type { Runtime } from './runtime.js';
import { effectiveSampling, samplingOptions } from './sampling.js';
import type { Slot } from './slots.js';
import { StopSink } from './stop-sink.js';
import { sampledTokens, scoredTokens, type SampledToken, type TokenSource } from './token-source.js';
import { TokenText } from './token-text.js';

export interface GenerationRun {
  readonly owner: string;
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
  readonly emit: (event: GenerationEvent) => void;
}

/** Runs one request from its prompt to its last event. Throws an EngineError; the slot is free again in any case. */
export async function runGeneration(runtime: Runtime, run: GenerationRun): Promise<void> {
  const prompt = await preparePrompt(runtime, run);
  const constraint = await constraintFor(runtime, run, prompt);
  const slot = await runtime.slots.take(run.owner, prompt.tokens);
  let intact = false;
  try {
    await answer(runtime, run, prompt, constraint, slot);
    intact = true;
  } catch (thrown) {
    intact = run.signal.aborted;
    throw run.signal.aborted ? new EngineError('cancelled', 'The request was cancelled.') : thrown;
  } finally {
    runtime.slots.release(slot, intact);
  }
}

async function answer(runtime: Runtime, run: GenerationRun, prompt: PreparedPrompt, constraint: Constraint, { sequence, place }: Slot): Promise<void> {
  const { request, emit, signal } = run;
  const seat = { place, signal };
  const usage = { inputTokens: prompt.tokens.length, outputTokens: 0, cachedInputTokens: sequence.nextTokenIndex, cacheWriteTokens: 0, reasoningTokens: 0 };
  const { topLogprobs } = request.sampling;
  const sampling = { ...effectiveSampling(request.sampling, runtime.defaultTemperature), ...(topLogprobs !== undefined && isScored(constraint) && { topLogprobs }) };
  emit({ type: 'generation-start', model: request.model, usage, warnings: [...prompt.warnings, ...constraint.warnings], sampling });
  const room = runtime.contextLength - prompt.tokens.length;
  const limit = Math.min(request.limits.maxOutputTokens ?? room, room);
  const rest = prompt.tokens.slice(sequence.nextTokenIndex);
  const last = await feedPrompt(sequence, rest, runtime.passes, seat);
  if (limit <= 0) {
    await runtime.passes.read(seat, last.length, () => sequence.evaluateWithoutGeneratingNewTokens([...last], { contextShift: noContextShift }));
    emit({ type: 'generation-end', finishReason: { unified: request.limits.maxOutputTokens === 0 ? 'length' : 'context-window' }, usage });
    return;
  }
  const writing = new Writing(runtime, run, prompt, constraint);
  const finishReason = await writing.loop(sequence, seat, last, limit, room);
  await constraint.check(writing.finish(), finishReason);
  emit({ type: 'generation-end', finishReason, usage: { ...usage, ...writing.counts } });
}

type TokenStep = Awaited<ReturnType<TokenSource['next']>>;

/** Tokens that a grammar may hold have no scores. */
function isScored({ next }: Constraint): boolean {
  return next === undefined;
}

/** The answer while it is written: tokens come in one by one, parts go out. */
class Writing {
  readonly #runtime: Runtime;
  readonly #run: GenerationRun;
  readonly #constraint: Constraint;
  readonly #output: Token[] = [];
  readonly #text: TokenText;
  readonly #parser: OutputParser;
  readonly #stops: StopSink;
  readonly #closeReasoning: readonly Token[];
  readonly #parts: Part[] = [];
  /** Scores of tokens whose text was not said yet. */
  readonly #scores: TokenLogprob[] = [];
  #reasoningTokens = 0;

  constructor(runtime: Runtime, run: GenerationRun, prompt: PreparedPrompt, constraint: Constraint) {
    this.#runtime = runtime;
    this.#run = run;
    this.#constraint = constraint;
    this.#text = new TokenText(runtime.model, prompt.tokens, runtime.silentTokens);
    const writer = new PartWriter((event) => {
      if (event.type === 'part-end') this.#parts.push(event.part);
      run.emit(event);
    });
    this.#stops = new StopSink(run.request.stopSequences, (text) => writer.text(text, text === '' ? [] : this.#scores.splice(0)));
    this.#parser = new OutputParser(
      {
        family: runtime.family,
        startsInReasoning: prompt.startsInReasoning,
        tools: prompt.tools.length > 0,
        headOf: (name) => headFor(prompt.tools, name),
      },
      writer,
      this.#stops,
    );
    this.#closeReasoning = runtime.model.tokenize(`\n${runtime.family.reasoning.close}\n\n`, true);
  }

  get counts(): { readonly outputTokens: number; readonly reasoningTokens: number } {
    return { outputTokens: this.#output.length, reasoningTokens: this.#reasoningTokens };
  }

  async loop(sequence: LlamaContextSequence, seat: Seat, first: readonly Token[], limit: number, room: number): Promise<FinishReason> {
    const { request, signal } = this.#run;
    const { passes, pace } = this.#runtime;
    const take = (): Promise<TokenStep> => tokens.next(forced);
    const timed = isScored(this.#constraint) ? pace.free<TokenStep>() : pace.held<TokenStep>();
    const evaluate = (): Promise<TokenStep> => timed(take);
    const tokens = this.#source(sequence, first);
    let forced: Token[] | undefined;
    try {
      for (let next = passes.read(seat, first.length, () => tokens.next()); ; next = passes.write(seat, evaluate)) {
        const step = await next;
        signal.throwIfAborted();
        if (step.done === true) return this.#ended();
        this.#take(step.value);
        forced = this.#cutReasoning(step.value.token, limit);
        const met = this.#metEnd();
        if (met !== undefined) return met;
        if (this.#output.length >= limit) return { unified: limit === room && request.limits.maxOutputTokens !== room ? 'context-window' : 'length' };
      }
    } finally {
      if (!pace.isStuck) await tokens.return();
    }
  }

  #source(sequence: LlamaContextSequence, first: readonly Token[]): TokenSource {
    const { sampling } = this.#run.request;
    const { next } = this.#constraint;
    const options = samplingOptions(sampling, this.#runtime.defaultTemperature, this.#output);
    if (sampling.topLogprobs !== undefined && isScored(this.#constraint)) return scoredTokens(sequence, first, options, sampling.topLogprobs);
    return sampledTokens(sequence, first, {
      ...options,
      ...(next === undefined ? {} : { grammarEvaluationState: () => next(this.#parser) }),
      ...(this.#constraint.never === undefined ? {} : { tokenBias: this.#constraint.never }),
    });
  }

  /** Says what is held back and returns all parts of the answer. */
  finish(): readonly Part[] {
    this.#parser.finish();
    return this.#parts;
  }

  #take({ token, score }: SampledToken): void {
    this.#output.push(token);
    const before = this.#parser.inReasoning;
    if (score !== undefined) this.#scores.push(score);
    this.#parser.push(this.#text.push(token));
    if (this.#parser.inReasoning || this.#parser.inCall) this.#scores.length = 0;
    if (before || this.#parser.inReasoning) this.#reasoningTokens += 1;
  }

  /** Ends reasoning that has used up its budget, as if the model had ended it: the tokens to go on with. */
  #cutReasoning(token: Token, limit: number): Token[] | undefined {
    const budget = this.#run.request.reasoning?.budgetTokens;
    if (budget === undefined || !this.#parser.inReasoning || this.#reasoningTokens < budget) return undefined;
    if (this.#output.length + this.#closeReasoning.length >= limit) return undefined;
    for (const closing of this.#closeReasoning) this.#take({ token: closing });
    return [token, ...this.#closeReasoning];
  }

  #metEnd(): FinishReason | undefined {
    if (this.#stops.hit !== undefined) return { unified: 'stop-sequence', stopSequence: this.#stops.hit };
    const oneCall = !this.#run.request.parallelToolCalls && this.#parser.calls > 0 && !this.#parser.inCall;
    return oneCall ? { unified: 'tool-calls' } : undefined;
  }

  #ended(): FinishReason {
    return { unified: this.#parser.calls > 0 ? 'tool-calls' : 'stop' };
  }
}
