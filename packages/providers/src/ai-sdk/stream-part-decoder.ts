import {
  emptyUsage,
  type FinishReason,
  type GenerationEvent,
  mediaKind,
  type MediaPart,
  type Sampling,
  StopScanner,
  type UrlCitation,
  type Usage,
  type Warning,
} from '@org/engine';
import { CallParts, type CallPartOptions } from './call-parts.js';
import type { StreamPart } from './language-model.js';
import {
  joinSignatures,
  signaturesOf,
  signMetadata,
  type Signer,
  type SignatureMetadata,
} from './metadata-signature.js';
import { readErrorPart } from './model-error.js';
import { PartQueue, type OpenPart } from './part-queue.js';
import { readCitations, readSource } from './read-citations.js';
import { readFinish } from './read-finish.js';
import { readUsage, reportsUsage } from './read-usage.js';
import { readWarnings } from './read-warnings.js';
import { ReasoningParts } from './reasoning-parts.js';
import { supportedSampling } from './supported-sampling.js';

export interface StreamPartDecoderOptions extends CallPartOptions {
  /** The model as `generation-start` names it. */
  readonly model: string;
  readonly warnings: readonly Warning[];
  /** As it was asked for. */
  readonly sampling: Sampling;
  readonly stopSequences: readonly string[];
  /** Whether to discard all output, because the request only evaluates the prompt. */
  readonly silent: boolean;
  /** Whether the output limit is from the context length instead of the request. */
  readonly capIsContext: boolean;
  /** Signer of the reasoning. */
  readonly signer: Signer;
}

interface OpenText {
  readonly part: OpenPart;
  readonly scanner: StopScanner;
}

interface ClosingText {
  readonly part: OpenPart;
  readonly signatureData: SignatureMetadata | undefined;
}

/** Turns the parts that a package streams into neutral events. Throws an EngineError for what it reports as a failure. */
export class StreamPartDecoder {
  readonly #queue: PartQueue;
  readonly #calls: CallParts;
  readonly #texts = new Map<string, OpenText>();
  readonly #reasonings: ReasoningParts;
  /** Sources that no text has yet. */
  readonly #sources: UrlCitation[] = [];
  /** The text that was closed last: it stays open a little longer, because its sources may follow it. */
  #last: ClosingText | undefined;
  /** What the upstream wants back with a text, by the package's id of it. */
  readonly #textSignatures = new Map<string, SignatureMetadata>();
  #started = false;
  #done = false;
  #warnings: readonly Warning[];
  /** Number of text and reasoning deltas: the only count when the service ends the response or no usage is reported. */
  #deltaCount = 0;
  #reasoningDeltaCount = 0;

  constructor(
    readonly options: StreamPartDecoderOptions,
    readonly emit: (event: GenerationEvent) => void,
  ) {
    this.#warnings = options.warnings;
    this.#queue = new PartQueue(emit);
    this.#calls = new CallParts(this.#queue, options);
    this.#reasonings = new ReasoningParts(this.#queue, options.signer);
  }

  /** Whether the upstream has started a response. */
  get started(): boolean {
    return this.#started;
  }

  /** Whether `generation-end` was emitted. Nothing more is read then. */
  get done(): boolean {
    return this.#done;
  }

  push(part: StreamPart): void {
    if (this.#done) return;
    switch (part.type) {
      case 'stream-start':
        this.#warnings = [...this.#warnings, ...readWarnings(part.warnings)];
        return;
      case 'error':
        throw readErrorPart(part.error);
      case 'finish':
        this.#finish(part);
        return;
      case 'response-metadata':
        this.#start();
        return;
      default:
        this.#start();
        if (!this.options.silent) this.#take(part);
    }
  }

  /** Handles the upstream's end. Usage is reported even when the response proves incomplete. */
  #finish(part: Extract<StreamPart, { type: 'finish' }>): void {
    const { silent, stopSequences } = this.options;
    const reportedUsage = reportsUsage(part.usage) ? readUsage(part.usage) : undefined;
    try {
      const reason = readFinish(part, stopSequences);
      this.#start();
      this.#end(silent ? { ...reason, unified: 'length' } : reason, reportedUsage ?? this.#estimate());
    } catch (thrown) {
      if (this.#started && reportedUsage !== undefined) this.emit({ type: 'generation-usage', usage: reportedUsage });
      throw thrown;
    }
  }

  #take(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
        this.#addSignature(part.id, part.providerMetadata);
        return;
      case 'text-delta':
        if (part.providerMetadata !== undefined) this.#addSignature(part.id, part.providerMetadata);
        this.#takeText(part.id, part.delta);
        return;
      case 'text-end':
        this.#addSignature(part.id, part.providerMetadata);
        this.#sources.push(...('citations' in part ? readCitations(part.citations) : []));
        this.#closeText(part.id);
        return;
      case 'source':
        this.#sources.push(...readSource(part));
        return;
      case 'reasoning-start':
      case 'reasoning-delta':
        this.#takeReasoning(part.id, part.type === 'reasoning-delta' ? part.delta : '', part.providerMetadata);
        return;
      case 'reasoning-end':
        this.#takeReasoning(part.id, '', part.providerMetadata);
        this.#reasonings.close(part.id);
        return;
      case 'tool-input-start':
        if (part.providerExecuted === true) this.#calls.ignore(part.id);
        else {
          this.#endTexts();
          this.#calls.start(part.id, part.toolName, 'inputEncoding' in part && part.inputEncoding === 'text');
        }
        return;
      case 'tool-input-delta':
        this.#calls.append(part.id, part.delta);
        this.#reasonings.countOtherDelta();
        return;
      case 'tool-call':
        if (part.providerExecuted === true) this.#calls.ignore(part.toolCallId);
        else this.#completeCall(part.toolCallId, part.toolName, part.input, part.providerMetadata);
        return;
      case 'file':
        this.#takeFile(part.mediaType, part.data);
        return;
      default:
        // Beginnings and ends without content, tools that the upstream ran itself, and kinds of later specifications.
        return;
    }
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    const { model, sampling } = this.options;
    this.emit({
      type: 'generation-start',
      model,
      usage: emptyUsage,
      warnings: this.#warnings,
      sampling: supportedSampling(sampling, this.#warnings),
    });
  }

  #estimate(): Usage {
    return {
      ...emptyUsage,
      outputTokens: this.#deltaCount,
      reasoningTokens: this.#reasoningDeltaCount,
      estimated: true,
    };
  }

  #takeText(id: string, delta: string): void {
    if (delta === '') return;
    this.#deltaCount += 1;
    const known = this.#texts.get(id);
    if (known === undefined) this.#closePendingText();
    const open = known ?? {
      part: this.#queue.open({ type: 'text', text: '' }),
      scanner: new StopScanner(this.options.stopSequences),
    };
    if (known === undefined) this.#texts.set(id, open);
    const { text, met } = open.scanner.push(delta);
    if (text !== '') open.part.append(text);
    this.#reasonings.countOtherDelta();
    if (met === undefined) return;
    open.part.close();
    this.#texts.delete(id);
    this.#end({ unified: 'stop-sequence', stopSequence: met }, this.#estimate());
  }

  #addSignature(id: string, metadata: unknown): void {
    const signatureData = joinSignatures(this.#textSignatures.get(id), signaturesOf(metadata));
    if (signatureData !== undefined) this.#textSignatures.set(id, signatureData);
  }

  #closeText(id: string): void {
    const open = this.#texts.get(id);
    const signatureData = this.#textSignatures.get(id);
    this.#textSignatures.delete(id);
    if (open === undefined) {
      // Some packages sign all earlier content in an empty text.
      if (signatureData !== undefined) this.#closePendingText();
      this.#addTextSignature(signatureData);
      return;
    }
    this.#texts.delete(id);
    const buffered = open.scanner.flush();
    if (buffered !== '') open.part.append(buffered);
    this.#closePendingText();
    this.#last = { part: open.part, signatureData };
  }

  /** Ends the text that waits for its sources before another part starts. */
  #closePendingText(): void {
    const last = this.#last;
    this.#last = undefined;
    last?.part.close({ citations: this.#sources.splice(0) });
    this.#addTextSignature(last?.signatureData);
  }

  /** Adds a signature as reasoning, because texts, like calls, cannot carry one. */
  #addTextSignature(signatureData: SignatureMetadata | undefined): void {
    if (signatureData !== undefined)
      this.#queue.add({
        type: 'reasoning',
        text: '',
        signature: signMetadata({ text: '', answer: signatureData }, this.options.signer),
      });
  }

  #takeReasoning(id: string, delta: string, metadata: unknown): void {
    if (delta !== '') {
      this.#deltaCount += 1;
      this.#reasoningDeltaCount += 1;
    }
    if (!this.#reasonings.isOpen(id)) this.#closePendingText();
    this.#reasonings.take(id, delta, signaturesOf(metadata));
  }

  /**
   * Ends open texts. Packages end a text late, sometimes with the response; a call must not wait for that, and more
   * text becomes a new part.
   */
  #endTexts(): void {
    for (const text of [...this.#texts.keys()]) this.#closeText(text);
    this.#closePendingText();
  }

  #completeCall(id: string, toolName: string, input: unknown, metadata: unknown): void {
    this.#endTexts();
    const callId = this.#calls.complete(id, toolName, typeof input === 'string' ? input : JSON.stringify(input ?? {}));
    const signatureData = signaturesOf(metadata);
    if (callId === undefined || signatureData === undefined) return;
    // Calls cannot carry a signature, so it travels as reasoning with hidden text.
    this.#queue.add({
      type: 'reasoning',
      text: '',
      signature: signMetadata({ text: '', calls: { [callId]: signatureData } }, this.options.signer),
    });
  }

  #takeFile(mediaType: string, data: unknown): void {
    const source = sourceOf(mediaType, data);
    if (source === undefined) return;
    this.#closePendingText();
    this.#queue.add({ type: 'media', media: mediaKind(mediaType), source });
  }

  #end(reason: FinishReason, usage: Usage): void {
    this.#reasonings.closeAll();
    this.#endTexts();
    this.#calls.finish();
    this.#done = true;
    const { silent } = this.options;
    this.emit({
      type: 'generation-end',
      finishReason: silent ? reason : this.#adjust(reason),
      usage: silent ? { ...usage, outputTokens: 0, reasoningTokens: 0 } : usage,
    });
  }

  /** Adjusts the package's finish reason to the content that it streamed. */
  #adjust(reason: FinishReason): FinishReason {
    if (reason.unified === 'stop' && this.#calls.any) return { ...reason, unified: 'tool-calls' };
    if (reason.unified === 'tool-calls' && !this.#calls.any) return { ...reason, unified: 'stop' };
    if (reason.unified === 'length' && this.options.capIsContext) return { ...reason, unified: 'context-window' };
    return reason;
  }
}

/** Where the bytes of a generated file are, in the forms of all specifications. */
function sourceOf(mediaType: string, data: unknown): MediaPart['source'] | undefined {
  if (typeof data === 'string') return { type: 'base64', mediaType, data };
  if (data instanceof Uint8Array) return { type: 'base64', mediaType, data: Buffer.from(data).toString('base64') };
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'url' && 'url' in data) return { type: 'url', url: String(data.url) };
  return data.type === 'data' && 'data' in data && (typeof data.data === 'string' || data.data instanceof Uint8Array)
    ? sourceOf(mediaType, data.data)
    : undefined;
}
