import type { FinishReason, GenerationEvent, GenerationRequest, Part } from '@org/engine';
import { createOutputReader, type OutputReader } from '../../parse/output-reader.js';
import { argumentTypes } from '../../parse/argument-types.js';
import { PartWriter } from '../../parse/part-writer.js';
import { isConstrained } from '../../prompt/write-prompt.js';
import { headFor } from '../../prompt/render-tools.js';
import type { PreparedPrompt } from '../prompt/prepare-prompt.js';
import type { Runtime } from '../runtime.js';
import { ScoreQueue } from './score-queue.js';
import { StopSink } from './stop-sink.js';
import type { SampledToken } from './token-source.js';
import { TokenText } from './token-text.js';

/** The text of a finished completion and its final finish reason. */
export interface FinishedText {
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
}

/** Converts the tokens of a completion into emitted parts and a possible end by the text. */
export class OutputAssembler {
  readonly parser: OutputReader;
  readonly #request: GenerationRequest;
  readonly #text: TokenText;
  readonly #stops: StopSink;
  readonly #parts: Part[] = [];
  readonly #scores = new ScoreQueue();
  #reasoningTokens = 0;

  constructor(
    runtime: Runtime,
    request: GenerationRequest,
    prompt: PreparedPrompt,
    emit: (event: GenerationEvent) => void,
  ) {
    this.#request = request;
    this.#text = new TokenText(runtime.model, prompt.tokens, runtime.silentTokens);
    const writer = new PartWriter((event) => {
      if (event.type === 'part-end') this.#parts.push(event.part);
      emit(event);
    });
    this.#stops = new StopSink(request.stopSequences, (text) => writer.text(text, this.#scores.of(text)));
    const { startsInReasoning, continues, tools, family } = prompt;
    const options = {
      startsInReasoning,
      continues,
      tools: tools.length > 0,
      // Some models omit the end of their reasoning. A model instructed in the default format may mention its markers
      // in reasoning.
      callsEndReasoning:
        tools.length > 0 && family.form === 'marks' && family.call.frame !== undefined && !isConstrained(request),
      // A completion with a constrained format may be any JSON, and the input of a custom tool is constrained only
      // after a marker.
      bareCalls: isConstrained(request) ? [] : tools.filter(({ input }) => input === undefined).map(({ name }) => name),
      headOf: (name: string) => headFor(tools, name),
      typesOf: (name: string, ...path: readonly string[]) =>
        argumentTypes(tools.find((tool) => tool.name === name)?.schema ?? {}, ...path),
    };
    this.parser = createOutputReader(family, options, writer, this.#stops);
  }

  get reasoningTokens(): number {
    return this.#reasoningTokens;
  }

  /** Emits the text of a token. Returns the finish reason if this text ended the completion. */
  add({ token, score }: SampledToken): FinishReason | undefined {
    const { inText, inReasoning } = this.parser;
    const text = this.#text.push(token);
    if (score !== undefined) this.#scores.push(score, text);
    this.parser.push(text);
    // Only emitted text has log-probabilities: no reasoning, no calls, no markers.
    if (!inText || !this.parser.inText) this.#scores.clear();
    if (inReasoning || this.parser.inReasoning) this.#reasoningTokens += 1;
    if (this.#stops.hit !== undefined) return { unified: 'stop-sequence', stopSequence: this.#stops.hit };
    const oneCall = !this.#request.parallelToolCalls && this.parser.calls > 0 && !this.parser.inCall;
    return oneCall ? { unified: 'tool-calls' } : undefined;
  }

  /** The finish reason of a completion that the model ended. */
  ended(): FinishReason {
    return { unified: this.parser.calls > 0 ? 'tool-calls' : 'stop' };
  }

  /** True once reasoning has used up the budget of the request. */
  get isOverBudget(): boolean {
    const budget = this.#request.reasoning?.budgetTokens;
    return budget !== undefined && this.parser.inReasoning && this.#reasoningTokens >= budget;
  }

  /** Emits the buffered text of a completion that ended with `finishReason`; it may contain a stop sequence. */
  finish(finishReason: FinishReason): FinishedText {
    this.parser.finish(finishReason.unified === 'length' || finishReason.unified === 'context-window');
    const { hit } = this.#stops;
    return {
      parts: this.#parts,
      finishReason: hit === undefined ? finishReason : { unified: 'stop-sequence', stopSequence: hit },
    };
  }
}
