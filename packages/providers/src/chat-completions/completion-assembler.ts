import {
  emptyUsage,
  type FinishReason,
  type GenerationEvent,
  type MediaPart,
  StopScanner,
  type TokenLogprob,
  type Usage,
  type Warning,
  arrayOf,
  isObject,
  listOf,
  asObject,
  asText,
} from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import type { Signer } from '../shared/signature-data.js';
import { signAll } from './response-signatures.js';
import { PartWriter } from './part-writer.js';
import { readAnnotations } from './read-annotations.js';
import { readContentEntry } from './read-content-entry.js';
import { readFinishReason } from './read-finish-reason.js';
import { readLogprobs } from './read-logprobs.js';
import { readMedia } from './read-media.js';
import { readPages } from './read-pages.js';
import { findUsage, readUsage } from './read-usage.js';
import { ReceivedOutput } from './received-output.js';
import { ReasoningDetails } from './reasoning-details.js';
import { AudioOutput } from './audio-output.js';
import { none, TextWriter } from './text-writer.js';
import { ToolCallAssembler, type ToolCallOptions } from './tool-call-assembler.js';

export interface CompletionAssemblerOptions extends ToolCallOptions {
  /** The model as `generation-start` names it. */
  readonly model: string;
  readonly warnings: readonly Warning[];
  /** All stop sequences of the request. */
  readonly stopSequences: readonly string[];
  /** Stop sequences that the upstream does not apply. */
  readonly localStopSequences: readonly string[];
  /** Whether to discard all output, because the request only evaluates the prompt. */
  readonly silent: boolean;
  /** Whether the output limit is from the context length instead of the request. */
  readonly capIsContext: boolean;
  /** Number of requested alternatives per token; the upstream may return more. */
  readonly topLogprobs: number;
  /** Whether usage arrives with the first content delta, after a chunk with only the role. */
  readonly reportsUsageLate: boolean;
  /** Whether the upstream reports its service tier. */
  readonly reportsServiceTier: boolean;
  /** Signer of its signatures. */
  readonly signer: Signer;
}

/** Converts the chunks of one response to neutral events. It handles the API's objects, not its bytes. */
export class CompletionAssembler {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #writer: PartWriter;
  readonly #calls: ToolCallAssembler;
  readonly #texts: TextWriter;
  readonly #scanner: StopScanner;
  readonly #received = new ReceivedOutput();
  #started = false;
  /** Index of the choice that is read: the first one received. The request asks for one. */
  #choiceIndex: unknown;
  #finish: FinishReason | undefined;
  #usage: ApiPayload | undefined;
  #tier: string | undefined;
  /** Number of content deltas: the only count when the upstream reports no usage. */
  #deltaCount = 0;
  #reasoningDeltaCount = 0;
  /** Whether reasoning arrived in its own field, so that the text in the details repeats it. */
  #plainReasoning = false;
  #details: ReasoningDetails | undefined;
  #refused = false;
  /** Delivered media: some upstreams repeat them at the end or in a second field. */
  readonly #deliveredMedia = new Set<string>();
  /** Log-probabilities of tokens without text so far. */
  #textlessLogprobs: readonly TokenLogprob[] = none;
  #audioOutput: AudioOutput | undefined;

  constructor(
    readonly options: CompletionAssemblerOptions,
    emit: (event: GenerationEvent) => void,
  ) {
    this.#emit = emit;
    this.#writer = new PartWriter(emit);
    this.#calls = new ToolCallAssembler(this.#writer, options);
    this.#texts = new TextWriter(this.#writer, this.#calls);
    this.#scanner = new StopScanner(options.localStopSequences);
  }

  /** Whether the upstream has sent a finish reason. */
  get hasFinishReason(): boolean {
    return this.#finish !== undefined;
  }

  /** Processes one chunk. Returns true when a local stop sequence matched and the rest of the stream is not needed. */
  push(chunk: ApiPayload): boolean {
    const choice = this.#choiceIn(arrayOf(chunk['choices']));
    this.#usage = findUsage(chunk, choice) ?? this.#usage;
    if (chunk['citations'] !== undefined || chunk['search_results'] !== undefined)
      this.#writer.citeForResponse(readPages(chunk));
    if (this.options.reportsServiceTier) this.#tier = asText(chunk['service_tier']) ?? this.#tier;
    // An upstream without streaming sends the complete message in place of the delta.
    const streamed = asObject(choice?.['delta']);
    const message = asObject(choice?.['message']);
    const delta = streamed ?? message;
    if (
      !this.#started &&
      this.options.reportsUsageLate &&
      this.#usage === undefined &&
      delta?.['role'] !== undefined &&
      isBareRole(delta)
    )
      return false;
    this.#start();
    if (choice === undefined) return false;
    if (!this.options.silent) {
      if (streamed !== undefined) {
        this.#received.push(streamed);
        if (this.#pushDelta(streamed, choice)) return true;
      }
      const isLast = asText(choice['finish_reason']) !== undefined;
      if (message !== undefined && this.#pushDelta(this.#received.remainderOf(message, isLast), choice)) return true;
    }
    const raw = asText(choice['finish_reason']);
    if (raw !== undefined) this.#finish = readFinishReason(raw, choice, this.options.stopSequences);
    return false;
  }

  #choiceIn(choices: readonly unknown[]): ApiPayload | undefined {
    const first = asObject(choices[0]);
    this.#choiceIndex ??= first?.['index'];
    if (first === undefined || first['index'] === this.#choiceIndex || typeof first['index'] !== 'number') return first;
    return choices.map(asObject).find((choice) => choice?.['index'] === this.#choiceIndex);
  }

  /** Ends the response after its last chunk. Throws when the upstream never reported its completion. */
  end(): void {
    const finish = this.#finish;
    if (finish === undefined) throw incompleteStreamError();
    this.#texts.write('text', this.#scanner.flush(), none);
    this.#writer.score(this.#textlessLogprobs);
    this.#calls.finish(isLimit(finish));
    this.#texts.release();
    const audio = this.#audioOutput?.media;
    if (audio !== undefined) this.#writer.add(audio);
    this.#texts.finish();
    this.#endGeneration(this.#adjust(finish));
  }

  /** Reports the upstream's usage of a response that does not complete. */
  giveUp(): void {
    if (this.#started)
      this.#emit({
        type: 'generation-usage',
        usage: this.#usage === undefined ? this.#estimate() : readUsage(this.#usage),
      });
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    const counted = this.#usage === undefined ? emptyUsage : readUsage(this.#usage);
    const { model, warnings } = this.options;
    this.#emit({ type: 'generation-start', model, usage: counted, warnings, ...this.#serviceTierField() });
  }

  #pushDelta(delta: ApiPayload, choice: ApiPayload): boolean {
    const reasoning = this.#reasoningIn(delta);
    if (reasoning !== undefined) this.#texts.write('reasoning', reasoning, none);
    if (delta['annotations'] !== undefined) this.#writer.cite(readAnnotations(delta['annotations']));
    const { content } = delta;
    if (reasoning !== undefined || carriesOutput(delta)) this.#deltaCount += 1;
    if (reasoning !== undefined) this.#reasoningDeltaCount += 1;
    const logprobs =
      choice['logprobs'] === undefined || choice['logprobs'] === null
        ? none
        : this.#scored(choice['logprobs'], content);
    if (typeof content === 'string') {
      if (content !== '' && this.#scan(content, logprobs)) return true;
    } else if (typeof content === 'object' && content !== null && this.#pushContentParts(listOf(content))) return true;
    const refusal = asText(delta['refusal']);
    if (refusal !== undefined) this.#refuse(refusal);
    if (delta['images'] !== undefined)
      for (const image of arrayOf(delta['images']).filter(isObject)) this.#emitMedia(readMedia(image));
    if (isObject(delta['audio']) && this.#scan((this.#audioOutput ??= new AudioOutput()).push(delta['audio']), none))
      return true;
    if (carriesCalls(delta)) this.#pushCalls(delta);
    return false;
  }

  /** A token that is part of a character has no text: its log-probability goes with the next text. */
  #scored(logprobs: unknown, content: unknown): readonly TokenLogprob[] {
    const all = [...this.#textlessLogprobs, ...readLogprobs(logprobs, this.options.topLogprobs)];
    const hasText = typeof content === 'string' && content !== '';
    this.#textlessLogprobs = hasText ? none : all;
    return hasText ? all : none;
  }

  #reasoningIn(delta: ApiPayload): string | undefined {
    const plain =
      asText(delta['reasoning_content']) ??
      asText(delta['reasoning']) ??
      asText(delta['thinking']) ??
      asText(delta['reasoning_text']);
    if (plain !== undefined) this.#plainReasoning = true;
    const details = delta['reasoning_details'];
    if (!Array.isArray(details)) return plain;
    const detailText = (this.#details ??= new ReasoningDetails()).push(details);
    return this.#plainReasoning ? plain : asText(detailText);
  }

  /** Handles content as a list of typed parts, as some models send it. Returns true when a stop sequence matched. */
  #pushContentParts(content: readonly unknown[]): boolean {
    for (const entry of content) {
      const part = readContentEntry(entry);
      if (part?.kind === 'text' && this.#scan(part.text, none)) return true;
      if (part?.kind === 'reasoning') this.#texts.write('reasoning', part.text, none);
      if (part?.kind === 'refusal') this.#refuse(part.text);
      if (part?.kind === 'media') this.#emitMedia(part.media);
    }
    return false;
  }

  #refuse(refusal: string): void {
    this.#refused = true;
    this.#texts.write('refusal', refusal, none);
  }

  #emitMedia(media: MediaPart | undefined): void {
    if (media === undefined || this.#deliveredMedia.has(contentOf(media))) return;
    this.#deliveredMedia.add(contentOf(media));
    this.#releaseText();
    this.#texts.add(media);
  }

  /** Emits the withheld start of a stop sequence, because no text follows that could complete it. */
  #releaseText(): void {
    if (!this.#scanner.idle) this.#texts.write('text', this.#scanner.flush(), none);
    this.#texts.interrupt();
  }

  #pushCalls(delta: ApiPayload): void {
    this.#releaseText();
    this.#calls.accept(delta);
  }

  #scan(content: string, logprobs: readonly TokenLogprob[]): boolean {
    if (this.#scanner.idle) {
      this.#texts.write('text', content, logprobs);
      return false;
    }
    const { text, met } = this.#scanner.push(content);
    this.#texts.write('text', text, logprobs);
    if (met === undefined) return false;
    this.#calls.finish(true);
    this.#endGeneration({ unified: 'stop-sequence', stopSequence: met });
    return true;
  }

  /** Adjusts the upstream's finish reason to the content that it sent. */
  #adjust(finish: FinishReason): FinishReason {
    const { unified } = finish;
    if (this.options.silent) return { ...finish, unified: 'length' };
    if (unified === 'stop' && this.#calls.any) return { ...finish, unified: 'tool-calls' };
    if (unified === 'tool-calls' && !this.#calls.any) return { ...finish, unified: 'stop' };
    if (unified === 'stop' && this.#refused) return { ...finish, unified: 'refusal' };
    if (unified === 'length' && this.options.capIsContext) return { ...finish, unified: 'context-window' };
    return finish;
  }

  #endGeneration(finishReason: FinishReason): void {
    this.#writer.close();
    this.#addSignatures();
    this.#emit({ type: 'generation-end', finishReason, usage: this.#finalUsage(), ...this.#serviceTierField() });
  }

  #serviceTierField(): { readonly serviceTier?: string } {
    return this.#tier === undefined ? {} : { serviceTier: this.#tier };
  }

  /** Adds signatures as reasoning with hidden text, because clients cannot carry one with a call or a message. */
  #addSignatures(): void {
    const reasoningDetails = this.#details?.verifiable;
    const calls = this.#calls.extras;
    if (reasoningDetails === undefined && calls === undefined) return;
    const signatures = {
      ...(reasoningDetails === undefined ? {} : { reasoningDetails }),
      ...(calls === undefined ? {} : { calls }),
    };
    this.#writer.add({ type: 'reasoning', text: '', signature: signAll(signatures, this.options.signer) });
  }

  #finalUsage(): Usage {
    if (this.#usage === undefined) return this.#estimate();
    const usage = readUsage(this.#usage);
    return this.options.silent ? { ...usage, outputTokens: 0, reasoningTokens: 0 } : usage;
  }

  /** Estimates usage for an upstream that reported none. */
  #estimate(): Usage {
    return {
      ...emptyUsage,
      outputTokens: this.#deltaCount,
      reasoningTokens: this.#reasoningDeltaCount,
      estimated: true,
    };
  }
}

function carriesOutput(delta: ApiPayload): boolean {
  const { content, refusal } = delta;
  const text = typeof content === 'string' ? content !== '' : listOf(content).length > 0;
  return text || asText(refusal) !== undefined || carriesCalls(delta);
}

/** Whether a delta only announces the role. */
function isBareRole(delta: ApiPayload): boolean {
  return Object.entries(delta).every(([name, value]) => name === 'role' || isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** Whether a delta has tool calls: some servers send both members empty in every delta. */
function carriesCalls({ tool_calls: calls, function_call: call }: ApiPayload): boolean {
  return listOf(calls).length > 0 || isObject(call);
}

function isLimit({ unified }: FinishReason): boolean {
  return (
    unified === 'length' || unified === 'context-window' || unified === 'content-filter' || unified === 'stop-sequence'
  );
}

function contentOf({ source }: MediaPart): string {
  if (source.type === 'base64') return source.data;
  return source.type === 'url' ? source.url : '';
}
