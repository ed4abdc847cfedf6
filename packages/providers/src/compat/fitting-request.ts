import {
  type Effort,
  type EngineError,
  type GenerationRequest,
  type ReasoningRequest,
  type Sampling,
  roundDropCount,
  type Warning,
  weightsWithoutTurns,
  withoutOldestTurns,
} from '@org/engine';
import { ContextOverflow, type ContextNumbers } from '../errors/context-overflow.js';
import { effortsNamed, isEffort, nearestEffort } from '../shared/efforts.js';
import { rejectsResponseSchema } from '../errors/client-fault.js';
import { upstreamErrorText } from '../errors/refusal-text.js';
import { parseOutputTokenLimit } from './answer-limit.js';
import { refusedMembers, refusedValues } from './refused-members.js';
import { noFallback, type RequestFallback } from './request-fit.js';
import { withoutChoicesOnTop } from './without-choices-on-top.js';

const choicesErrorPattern = /\b(?:anyOf|oneOf|allOf)\b[^]{0,80}\bat the top level/i;

/** Of the context, what a shortened prompt may fill: the rest is room for the answer. */
const promptShare = 0.75;
/** How often a request is made smaller before the overflow is the client's to solve. */
const maxFallbacks = 5;

/** Settings of sampling, by the names that wires have for them. */
const settings = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  logprobs: 'topLogprobs',
  top_logprobs: 'topLogprobs',
} as const satisfies Readonly<Record<string, keyof Sampling>>;

/** A request that gets smaller each time the upstream says that it does not fit, or that it does not take something of it. */
export class FallbackRequest {
  #current: GenerationRequest;
  /** The cap that is left by the context, once the upstream has told how much that is. */
  #contextCap: number | undefined;
  #droppedTurns = 0;
  #refits = 0;
  readonly #droppedParameters = new Map<string, Warning>();
  /** Efforts that were refused, and the first of them. */
  readonly #refusedEfforts = new Set<unknown>();
  #wantedEffort: Effort | undefined;
  #fallback: RequestFallback;

  /** `fallback`: what the upstream is known not to take. */
  constructor(
    readonly request: GenerationRequest,
    fallback: RequestFallback = noFallback,
  ) {
    this.#current = request;
    this.#fallback = fallback;
    this.#withoutSettings(fallback.settings);
    if (fallback.maxOutputTokens !== undefined) this.#withLowerCap(fallback.maxOutputTokens);
    if (fallback.reasoning !== undefined) this.#withReasoning(fallback.reasoning.replacement);
  }

  /** What the upstream is known not to take by now. */
  get fallback(): RequestFallback {
    return this.#fallback;
  }

  /** The request as it is sent now. */
  get current(): GenerationRequest {
    return this.#current;
  }

  /** The cap on the answer that the context leaves, when that is less than what was asked for. */
  get contextCap(): number | undefined {
    return this.#contextCap;
  }

  get warnings(): readonly Warning[] {
    const warnings: Warning[] = [...this.#droppedParameters.values()];
    if (this.#droppedTurns > 0) {
      warnings.push({
        kind: 'dropped',
        param: 'messages',
        message: `The ${this.#droppedTurns} oldest turns did not fit and were left out.`,
      });
    }
    if (this.#contextCap !== undefined) {
      warnings.push({
        kind: 'clamped',
        param: 'max_tokens',
        message: `The answer has ${this.#contextCap} tokens at most: the context leaves no room for as many as were asked for.`,
      });
    }
    return warnings;
  }

  /**
   * Makes the request smaller after `error`, if that is an overflow which the request allows to mend. True when it is
   * worth sending again. The upstream refused without doing any work, so nothing is done twice.
   */
  fallBack(error: EngineError): boolean {
    if (!(error instanceof ContextOverflow)) return false;
    const capped = this.#capOutput(error);
    // A quarter of a quarter comes to an end by itself.
    if (capped && error.numbers.atLeast === true) return true;
    if (this.#refits === maxFallbacks) return false;
    this.#refits += 1;
    return capped || (this.request.truncation === 'auto' && this.#dropTurns(error));
  }

  /** Leaves out the settings that `error` refuses, asks for as many tokens as the model writes, or tells a schema without binding the answer to it. True when it is worth sending again. */
  dropParameters(error: EngineError): boolean {
    const text = upstreamErrorText(error);
    return (
      this.#dropSampling(text) ||
      this.#withoutSettings(refusedValues(text)) ||
      this.#lowerCap(text) ||
      this.#unbind(text) ||
      this.#withoutChoicesOnTop(text)
    );
  }

  /** OpenAI binds answers only to schemas in which every member is required and no other is allowed. Who asked for that knows it. */
  #unbind(text: string): boolean {
    const { outputFormat } = this.#current;
    if (
      outputFormat.type !== 'json-schema' ||
      outputFormat.strict !== true ||
      outputFormat.strictImplied !== true ||
      !rejectsResponseSchema(text)
    )
      return false;
    this.#droppedParameters.set('outputFormat', {
      kind: 'ignored',
      param: 'outputFormat',
      message: 'The upstream is told the form of the answer and not held to it.',
    });
    this.#current = { ...this.#current, outputFormat: { ...outputFormat, strict: false } };
    return true;
  }

  /** OpenAI and Anthropic refuse the whole request over one tool whose input may be of several forms. */
  #withoutChoicesOnTop(text: string): boolean {
    if (!choicesErrorPattern.test(text)) return false;
    const tools = this.#current.tools.map(withoutChoicesOnTop);
    if (tools.every((tool, position) => tool === this.#current.tools[position])) return false;
    this.#droppedParameters.set('tools', {
      kind: 'ignored',
      param: 'tools',
      message: 'The upstream is told the schemas of tools without the choices at their top.',
    });
    this.#current = { ...this.#current, tools };
    return true;
  }

  #lowerCap(text: string): boolean {
    const maxOutputTokens = parseOutputTokenLimit(text);
    if (maxOutputTokens === undefined || maxOutputTokens < 1 || !this.#withLowerCap(maxOutputTokens)) return false;
    this.#fallback = { ...this.#fallback, maxOutputTokens: maxOutputTokens };
    return true;
  }

  #withLowerCap(maxOutputTokens: number): boolean {
    const { limits } = this.#current;
    if (limits.maxOutputTokens === undefined || maxOutputTokens >= limits.maxOutputTokens) return false;
    this.#droppedParameters.set('max_tokens', {
      kind: 'clamped',
      param: 'max_tokens',
      message: `The model writes ${maxOutputTokens} tokens at most.`,
    });
    this.#current = { ...this.#current, limits: { ...limits, maxOutputTokens: maxOutputTokens } };
    return true;
  }

  #dropSampling(text: string): boolean {
    const refused = refusedMembers(text);
    if (!this.#withoutSettings(refused)) return false;
    this.#fallback = { ...this.#fallback, settings: [...this.#fallback.settings, ...refused.filter(isSetting)] };
    return true;
  }

  #withoutSettings(names: readonly string[]): boolean {
    const { sampling } = this.#current;
    const refused = names.filter((name) => isSetting(name) && sampling[settings[name]] !== undefined);
    if (refused.length === 0) return false;
    for (const name of refused.map((member) => (member === 'logprobs' ? 'top_logprobs' : member)))
      this.#droppedParameters.set(name, {
        kind: 'ignored',
        param: name,
        message: `The upstream does not take ${name} for this model.`,
      });
    const remaining = Object.entries(sampling).filter(
      ([name]) => !refused.some((member) => isSetting(member) && settings[member] === name),
    );
    this.#current = { ...this.#current, sampling: Object.fromEntries(remaining) };
    return true;
  }

  /**
   * Asks for another effort of reasoning than `sent` after an `error` that refuses it, for none, or for no reasoning. True when it is worth
   * sending again.
   */
  fallBackReasoning(error: EngineError, sent: unknown): boolean {
    const { reasoning } = this.#current;
    const named = reasoning === undefined ? undefined : effortsNamed(upstreamErrorText(error));
    if (reasoning === undefined || named === undefined) return false;
    this.#refusedEfforts.add(sent);
    if (isEffort(sent)) this.#wantedEffort ??= sent;
    const effort = nearestEffort(
      this.#wantedEffort,
      named.filter((candidate) => !this.#refusedEfforts.has(candidate)),
    );
    const replacement =
      isEffort(sent) && reasoning.enabled ? { enabled: true, ...(effort !== undefined && { effort }) } : undefined;
    this.#withReasoning(replacement);
    this.#fallback = { ...this.#fallback, reasoning: replacement === undefined ? {} : { replacement } };
    return true;
  }

  #withReasoning(replacement: ReasoningRequest | undefined): void {
    const { reasoning: _, ...others } = this.#current;
    this.#current = replacement === undefined ? others : { ...others, reasoning: replacement };
    if (replacement?.effort === undefined)
      this.#droppedParameters.set('reasoning', {
        kind: 'ignored',
        param: 'reasoning',
        message: 'The upstream does not take all of the wish for reasoning for this model.',
      });
  }

  /** A cap is no promise: when the prompt alone fits, the answer gets what is left. */
  #capOutput({ numbers }: ContextOverflow): boolean {
    const { maxOutputTokens } = this.#current.limits;
    if (maxOutputTokens === undefined) return false;
    const asked = this.#contextCap ?? maxOutputTokens;
    const remaining = tokensFor(asked, numbers);
    if (remaining === undefined || remaining >= asked) return false;
    this.#contextCap = remaining;
    return true;
  }

  #dropTurns({ numbers: { prompt, atLeast, limit } }: ContextOverflow): boolean {
    const { messages } = this.request;
    // Length of text stands for tokens here; when it deceives, the upstream says so and the next round drops more.
    const lengths = weightsWithoutTurns(messages, (message) => JSON.stringify(message).length);
    const [now, ...shorter] = lengths.slice(this.#droppedTurns);
    if (now === undefined || shorter.length === 0) return false;
    const share =
      prompt === undefined || atLeast === true || limit === undefined || prompt <= limit
        ? 0.5
        : (limit * promptShare) / prompt;
    const firstShorter = shorter.findIndex((length) => length <= share * now);
    const least = this.#droppedTurns + (firstShorter === -1 ? shorter.length : firstShorter + 1);
    this.#droppedTurns = roundDropCount(least, lengths.length - 1);
    this.#contextCap =
      atLeast === true
        ? tokensFor(this.#current.limits.maxOutputTokens ?? 0, { atLeast, ...(limit !== undefined && { limit }) })
        : undefined;
    this.#current = { ...this.#current, messages: withoutOldestTurns(messages, this.#droppedTurns) };
    return true;
  }
}

/** Fewest tokens of an answer that are tried for where nobody says how many there is room for. */
const leastTried = 64;

/** What the context leaves for an answer, or where that is not told a quarter of what was too much; `undefined`: nothing worth trying for. */
function tokensFor(asked: number, { prompt, atLeast, limit }: ContextNumbers): number | undefined {
  if (limit === undefined) return undefined;
  if (atLeast !== true) return prompt === undefined || prompt >= limit ? undefined : limit - prompt;
  const quarter = Math.floor(Math.min(asked, limit) / 4);
  return quarter < leastTried ? undefined : quarter;
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name);
}
