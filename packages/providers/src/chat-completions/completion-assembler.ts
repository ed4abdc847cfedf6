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
  /** Those that the upstream does not look for. */
  readonly localStopSequences: readonly string[];
  /** Nothing of the answer is wanted: the prompt was only to be read. */
  readonly silent: boolean;
  /** The cap that the answer runs into is the context's, not the request's. */
  readonly capIsContext: boolean;
  /** How many alternatives a token are wanted; the upstream may tell more. */
  readonly topLogprobs: number;
  /** The counts come with the first piece of the answer, behind a chunk that only says who speaks. */
  readonly reportsUsageLate: boolean;
  /** It says at which tier it works. */
  readonly reportsServiceTier: boolean;
  /** Whose seals its proofs get. */
  readonly signer: Signer;
}

/** Turns the chunks of one answer into neutral events. Knows the wire's objects, not its bytes. */
export class CompletionAssembler {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #writer: PartWriter;
  readonly #calls: ToolCallAssembler;
  readonly #texts: TextWriter;
  readonly #scanner: StopScanner;
  #started = false;
  /** The place of the choice that is read: the one that was told first. One was asked for. */
  #choiceIndex: unknown;
  #finish: FinishReason | undefined;
  #usage: ApiPayload | undefined;
  #tier: string | undefined;
  /** How many pieces of the answer arrived: the only count there is when the upstream told none. */
  #deltaCount = 0;
  #reasoningDeltaCount = 0;
  /** Reasoning came under a name of its own, so that the words in the details are the same again. */
  #plainReasoning = false;
  #details: ReasoningDetails | undefined;
  #refused = false;
  /** Media that were delivered: some upstreams repeat them, at the end or in a second place. */
  readonly #deliveredMedia = new Set<string>();
  /** Scores of tokens that have said nothing yet. */
  #unsaid: readonly TokenLogprob[] = none;
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

  /** Whether the upstream has said why the answer ends. */
  get reasoned(): boolean {
    return this.#finish !== undefined;
  }

  /** Takes one chunk. True when one of our own stop sequences was met: the rest of the stream is not wanted. */
  push(chunk: ApiPayload): boolean {
    const choice = this.#choiceIn(arrayOf(chunk['choices']));
    this.#usage = findUsage(chunk, choice) ?? this.#usage;
    if (chunk['citations'] !== undefined || chunk['search_results'] !== undefined)
      this.#writer.citeForResponse(readPages(chunk));
    if (this.options.reportsServiceTier) this.#tier = asText(chunk['service_tier']) ?? this.#tier;
    // An upstream that does not stream sends the whole message in the place of the delta.
    const entryPart = asObject(choice?.['delta']);
    const delta = entryPart ?? asObject(choice?.['message']);
    if (
      !this.#started &&
      this.options.reportsUsageLate &&
      this.#usage === undefined &&
      delta?.['role'] !== undefined &&
      !carriesOutput(delta)
    )
      return false;
    this.#start();
    if (choice === undefined) return false;
    if (delta !== undefined && !this.options.silent && this.#takeDelta(delta, choice, entryPart === undefined))
      return true;
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

  /** Ends the answer after its last chunk. Throws when the upstream never said that it is whole. */
  end(): void {
    const finish = this.#finish;
    if (finish === undefined) throw incompleteStreamError();
    this.#texts.write('text', this.#scanner.flush(), none);
    this.#writer.score(this.#unsaid);
    this.#calls.finish(isLimit(finish));
    this.#texts.release();
    const audio = this.#audioOutput?.media;
    if (audio !== undefined) this.#writer.add(audio);
    this.#texts.finish();
    this.#endGeneration(this.#adjust(finish));
  }

  /** Tells what the upstream has counted of an answer that does not come to its end. */
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

  #takeDelta(delta: ApiPayload, choice: ApiPayload, isMessage: boolean): boolean {
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
    } else if (typeof content === 'object' && content !== null && this.#takeContentParts(listOf(content))) return true;
    const refusal = asText(delta['refusal']);
    if (refusal !== undefined) this.#refuse(refusal);
    if (delta['images'] !== undefined)
      for (const image of arrayOf(delta['images']).filter(isObject)) this.#show(readMedia(image));
    if (isObject(delta['audio']) && this.#scan((this.#audioOutput ??= new AudioOutput()).push(delta['audio']), none))
      return true;
    if (carriesCalls(delta)) this.#takeCalls(delta, isMessage);
    return false;
  }

  /** A token that is a part of a character comes without text: its score goes with the text that follows. */
  #scored(logprobs: unknown, content: unknown): readonly TokenLogprob[] {
    const all = [...this.#unsaid, ...readLogprobs(logprobs, this.options.topLogprobs)];
    const hasText = typeof content === 'string' && content !== '';
    this.#unsaid = hasText ? none : all;
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
    const upstreamErrorText = (this.#details ??= new ReasoningDetails()).push(details);
    return this.#plainReasoning ? plain : asText(upstreamErrorText);
  }

  /** Content as a list of typed pieces, as some models send it. True when a stop sequence was met. */
  #takeContentParts(content: readonly unknown[]): boolean {
    for (const entry of content) {
      const entryPart = readContentEntry(entry);
      if (entryPart?.kind === 'text' && this.#scan(entryPart.text, none)) return true;
      if (entryPart?.kind === 'reasoning') this.#texts.write('reasoning', entryPart.text, none);
      if (entryPart?.kind === 'refusal') this.#refuse(entryPart.text);
      if (entryPart?.kind === 'media') this.#show(entryPart.media);
    }
    return false;
  }

  #refuse(upstreamErrorText: string): void {
    this.#refused = true;
    this.#texts.write('refusal', upstreamErrorText, none);
  }

  #show(media: MediaPart | undefined): void {
    if (media === undefined || this.#deliveredMedia.has(contentOf(media))) return;
    this.#deliveredMedia.add(contentOf(media));
    this.#releaseText();
    this.#texts.add(media);
  }

  /** What follows is no text, so what looked like the beginning of a stop sequence was none. */
  #releaseText(): void {
    if (!this.#scanner.idle) this.#texts.write('text', this.#scanner.flush(), none);
    this.#texts.interrupt();
  }

  #takeCalls(delta: ApiPayload, isMessage: boolean): void {
    this.#releaseText();
    this.#calls.accept(delta, isMessage);
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

  /** The upstream's reason, made to fit what it really sent. */
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

  /** Clients have no place for a proof beside a call or an answer, so it travels as reasoning that hides its text. */
  #addSignatures(): void {
    const reasoningDetails = this.#details?.proven;
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

  /** The counts of an upstream that has told none. */
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

/** Some servers name both members in every delta, with nothing in them. */
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
