import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import type { FinishReason } from '@org/engine';
import { reasoningEnd } from '../../parse/output-family.js';
import { OutputAssembler, type FinishedText } from './output-assembler.js';
import { isScored, type Constraint } from './constraint.js';
import type { SequenceHandle } from '../batches/batch-scheduler.js';
import type { PreparedPrompt } from '../prompt/prepare-prompt.js';
import type { GenerationRun } from '../run-generation.js';
import type { Runtime } from '../runtime.js';
import { samplingOptions } from './sampling.js';
import type { Slot } from '../batches/slots.js';
import { sampledTokens, scoredTokens, type SampledToken, type TokenSource } from './token-source.js';
import type { CompletionLatency } from './token-latency-monitor.js';

type TokenStep = Awaited<ReturnType<TokenSource['next']>>;
/** The next step: a token, the model's end, or a finish reason found in the text of the last token. */
type Step = TokenStep | { readonly met: FinishReason };

/** A completion in progress. Each token becomes text while the engine works on the next one. */
export class GenerationLoop {
  readonly #runtime: Runtime;
  readonly #run: GenerationRun;
  readonly #sequence: SequenceHandle;
  readonly #first: readonly Token[];
  readonly #output: Token[] = [];
  readonly #text: OutputAssembler;
  readonly #tokens: TokenSource;
  readonly #latency: CompletionLatency;
  readonly #closeReasoning: readonly Token[];
  /** Aborts with the request, and when the text has ended the completion, because no more tokens are needed. */
  readonly #over = new AbortController();
  /** The last token, until it has become text. */
  #pendingToken: SampledToken | undefined;
  #met: FinishReason | undefined;

  /** `first`: the rest of the prompt, whose evaluation yields the first token. */
  constructor(
    runtime: Runtime,
    run: GenerationRun,
    prompt: PreparedPrompt,
    constraint: Constraint,
    { sequence, sequenceIndex }: Slot,
    first: readonly Token[],
  ) {
    this.#runtime = runtime;
    this.#run = run;
    const { owner } = run;
    const isConstrained = !isScored(constraint);
    this.#sequence = { sequenceIndex, signal: this.#over.signal, ...(isConstrained ? { grammarOwner: owner } : {}) };
    run.signal.addEventListener('abort', () => this.#over.abort(run.signal.reason), { once: true });
    if (run.signal.aborted) this.#over.abort(run.signal.reason);
    this.#first = first;
    this.#text = new OutputAssembler(runtime, run.request, prompt, run.emit);
    this.#latency = isConstrained
      ? runtime.tokenLatency.constrained((choice, evaluation) =>
          runtime.batchScheduler.recordChoice(owner, choice, evaluation),
        )
      : runtime.tokenLatency.free();
    this.#tokens = this.#source(constraint, sequence);
    this.#closeReasoning = runtime.model.tokenize(reasoningEnd(prompt.family), true);
  }

  get counts(): { readonly outputTokens: number; readonly reasoningTokens: number } {
    return { outputTokens: this.#output.length, reasoningTokens: this.#text.reasoningTokens };
  }

  /**
   * Generates until the model or the text ends, or `limit` tokens exist, which is `full`. {@link letGo} must follow,
   * whatever the outcome.
   */
  async loop(limit: number, full: FinishReason): Promise<FinishReason> {
    for (
      let next: Promise<Step> = this.#runtime.batchScheduler.read(this.#sequence, this.#first.length, () =>
        this.#tokens.next(),
      );
      ;
      next = this.#next(limit)
    ) {
      const step = await next;
      this.#run.signal.throwIfAborted();
      if ('met' in step) return step.met;
      const met = this.#catchUp();
      if (met !== undefined) return met;
      if (step.done === true) return this.#text.ended();
      this.#output.push(step.value.token);
      this.#pendingToken = step.value;
      if (this.#output.length >= limit) return this.#catchUp() ?? full;
    }
  }

  /** Emits the buffered text of a completion that ended with `finishReason`. */
  finish(finishReason: FinishReason): FinishedText {
    return this.#text.finish(finishReason);
  }

  /** Resolves when the engine no longer works on this completion. */
  async letGo(): Promise<void> {
    this.#pendingToken = undefined;
    if (!this.#runtime.tokenLatency.isStuck) await this.#tokens.return();
  }

  #next(limit: number): Promise<Step> {
    // With a reasoning budget, the next evaluated tokens depend on the text.
    if (this.#run.request.reasoning?.budgetTokens === undefined) return this.#write(undefined);
    this.#catchUp();
    const forced = this.#endReasoning(limit);
    return this.#met === undefined ? this.#write(forced) : Promise.resolve({ met: this.#met });
  }

  #write(forced: Token[] | undefined): Promise<Step> {
    const { batchScheduler } = this.#runtime;
    return new Promise((resolve, reject) => {
      batchScheduler.whileBusy(() => {
        try {
          const met = this.#catchUp();
          if (met === undefined) return;
          resolve({ met });
          this.#over.abort();
        } catch (thrown) {
          reject(thrown);
        }
      });
      batchScheduler
        .write(this.#sequence, () => this.#latency.take(() => this.#tokens.next(forced)))
        .then(resolve, reject);
    });
  }

  /**
   * Converts the last token to text, if not done yet. Returns the finish reason, if its text has ended the
   * completion.
   */
  #catchUp(): FinishReason | undefined {
    const pendingToken = this.#pendingToken;
    this.#pendingToken = undefined;
    if (pendingToken !== undefined) this.#met ??= this.#text.add(pendingToken);
    return this.#met;
  }

  #source(constraint: Constraint, sequence: LlamaContextSequence): TokenSource {
    const { sampling } = this.#run.request;
    const { next, bannedTokens } = constraint;
    const options = {
      ...samplingOptions(sampling, this.#runtime.sampling, this.#output),
      ...(bannedTokens === undefined ? {} : { tokenBias: bannedTokens }),
    };
    if (sampling.topLogprobs !== undefined && isScored(constraint))
      return scoredTokens(sequence, this.#first, options, sampling.topLogprobs);
    const state =
      next === undefined
        ? undefined
        : (): ReturnType<typeof next> => {
            // The grammar depends on the text of all tokens so far, including the last one.
            this.#catchUp();
            this.#latency.sampling();
            return next(this.#text.parser);
          };
    return sampledTokens(sequence, this.#first, {
      ...options,
      ...(state === undefined ? {} : { grammarEvaluationState: state }),
    });
  }

  /** Ends reasoning that has used up its budget, as if the model had ended it; returns the tokens to continue with. */
  #endReasoning(limit: number): Token[] | undefined {
    const last = this.#output.at(-1);
    if (last === undefined || !this.#text.isOverBudget || this.#output.length + this.#closeReasoning.length >= limit)
      return undefined;
    for (const token of this.#closeReasoning) {
      this.#output.push(token);
      this.#met ??= this.#text.add({ token });
    }
    return [last, ...this.#closeReasoning];
  }
}
