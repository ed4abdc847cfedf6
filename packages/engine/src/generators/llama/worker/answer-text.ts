import type { FinishReason } from '../../../model/finish-reason.js';
import type { GenerationEvent } from '../../../model/generation-event.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import type { Part, TokenLogprob } from '../../../model/part.js';
import { OutputParser } from '../parse/output-parser.js';
import { PartWriter } from '../parse/part-writer.js';
import { headFor } from '../prompt/shown-tools.js';
import type { PreparedPrompt } from './prepare-prompt.js';
import type { Runtime } from './runtime.js';
import { StopSink } from './stop-sink.js';
import type { SampledToken } from './token-source.js';
import { TokenText } from './token-text.js';

/** What the tokens of an answer become: parts that go out, and the end that their text may be. */
export class AnswerText {
  readonly parser: OutputParser;
  readonly #request: GenerationRequest;
  readonly #text: TokenText;
  readonly #stops: StopSink;
  readonly #parts: Part[] = [];
  /** Scores of tokens whose text was not said yet. */
  readonly #scores: TokenLogprob[] = [];
  #reasoningTokens = 0;

  constructor(runtime: Runtime, request: GenerationRequest, prompt: PreparedPrompt, emit: (event: GenerationEvent) => void) {
    this.#request = request;
    this.#text = new TokenText(runtime.model, prompt.tokens, runtime.silentTokens);
    const writer = new PartWriter((event) => {
      if (event.type === 'part-end') this.#parts.push(event.part);
      emit(event);
    });
    this.#stops = new StopSink(request.stopSequences, (text) => writer.text(text, text === '' ? [] : this.#scores.splice(0)));
    this.parser = new OutputParser(
      {
        family: runtime.family,
        startsInReasoning: prompt.startsInReasoning,
        tools: prompt.tools.length > 0,
        headOf: (name) => headFor(prompt.tools, name),
      },
      writer,
      this.#stops,
    );
  }

  get reasoningTokens(): number {
    return this.#reasoningTokens;
  }

  /** Says what a token adds. Returns how the answer ended, if its text has ended it. */
  add({ token, score }: SampledToken): FinishReason | undefined {
    const before = this.parser.inReasoning;
    if (score !== undefined) this.#scores.push(score);
    this.parser.push(this.#text.push(token));
    if (this.parser.inReasoning || this.parser.inCall) this.#scores.length = 0;
    if (before || this.parser.inReasoning) this.#reasoningTokens += 1;
    if (this.#stops.hit !== undefined) return { unified: 'stop-sequence', stopSequence: this.#stops.hit };
    const oneCall = !this.#request.parallelToolCalls && this.parser.calls > 0 && !this.parser.inCall;
    return oneCall ? { unified: 'tool-calls' } : undefined;
  }

  /** How an answer ended that the model itself has ended. */
  ended(): FinishReason {
    return { unified: this.parser.calls > 0 ? 'tool-calls' : 'stop' };
  }

  /** True once reasoning has used up the budget of the request. */
  get isOverBudget(): boolean {
    const budget = this.#request.reasoning?.budgetTokens;
    return budget !== undefined && this.parser.inReasoning && this.#reasoningTokens >= budget;
  }

  /** Says what is held back and returns all parts of the answer. */
  finish(): readonly Part[] {
    this.parser.finish();
    return this.#parts;
  }
}
