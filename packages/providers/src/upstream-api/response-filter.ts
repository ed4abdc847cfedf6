import {
  emptyUsage,
  type FinishReason,
  type GenerationEvent,
  type Part,
  type PartDelta,
  StopScanner,
  UsageMeter,
} from '@org/engine';

/** What a {@link ResponseFilter} enforces in place of the upstream. */
export interface FilterOptions {
  /** Stop sequences that the upstream does not apply. */
  readonly stopSequences: readonly string[];
  /** Whether to discard all output, because the request only evaluates the prompt. */
  readonly silent: boolean;
  /** Whether the output limit is from the context length instead of the request. */
  readonly capIsContext: boolean;
}

/** Enforces in a response the parameters that the upstream does not support. Most responses pass unchanged. */
export class ResponseFilter {
  readonly emit: (event: GenerationEvent) => void;
  readonly #next: (event: GenerationEvent) => void;
  readonly #options: FilterOptions;
  readonly #scanner: StopScanner;
  #part: Part | undefined;
  /** Text of the current part that went on. */
  #grown = '';
  readonly #meter = new UsageMeter();
  #stopped = false;

  constructor(options: FilterOptions, emit: (event: GenerationEvent) => void) {
    this.#options = options;
    this.#next = emit;
    this.#scanner = new StopScanner(options.stopSequences);
    const idle = this.#scanner.idle && !options.silent && !options.capIsContext;
    this.emit = idle ? emit : (event) => this.#push(event);
  }

  /** Whether the response was ended here: further output of the upstream is discarded. */
  get stopped(): boolean {
    return this.#stopped;
  }

  #push(event: GenerationEvent): void {
    if (this.#stopped) return;
    this.#meter.push(event);
    switch (event.type) {
      case 'generation-start':
      case 'generation-usage':
        this.#next(event);
        return;
      case 'generation-end':
        this.#next(
          this.#options.silent ? silenced(event) : { ...event, finishReason: this.#adjust(event.finishReason) },
        );
        return;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        if (!this.#options.silent) this.#pushPart(event);
        return;
    }
  }

  #pushPart(event: Extract<GenerationEvent, { type: 'part-start' | 'part-delta' | 'part-end' }>): void {
    switch (event.type) {
      case 'part-start':
        this.#part = event.part;
        this.#grown = '';
        this.#next(event);
        return;
      case 'part-delta':
        if (event.delta.type === 'text' && !this.#scanner.idle) this.#scan(event.index, event.delta);
        else this.#next(event);
        return;
      case 'part-end': {
        const rest = event.part.type === 'text' ? this.#scanner.flush() : '';
        if (rest !== '') this.#next({ type: 'part-delta', index: event.index, delta: { type: 'text', text: rest } });
        this.#next(event);
        return;
      }
    }
  }

  #scan(index: number, delta: PartDelta & { type: 'text' }): void {
    const { text, met } = this.#scanner.push(delta.text);
    // Log-probabilities belong to a complete delta.
    if (text !== '')
      this.#next({ type: 'part-delta', index, delta: text === delta.text ? delta : { type: 'text', text } });
    this.#grown += text;
    if (met === undefined || this.#part?.type !== 'text') return;
    this.#next({ type: 'part-end', index, part: { ...this.#part, text: this.#grown } });
    // The upstream would have counted at its end only.
    this.#next({
      type: 'generation-end',
      finishReason: { unified: 'stop-sequence', stopSequence: met },
      usage: this.#meter.usage ?? emptyUsage,
    });
    this.#stopped = true;
  }

  #adjust(reason: FinishReason): FinishReason {
    return this.#options.capIsContext && reason.unified === 'length'
      ? { ...reason, unified: 'context-window' }
      : reason;
  }
}

function silenced(event: Extract<GenerationEvent, { type: 'generation-end' }>): GenerationEvent {
  return {
    ...event,
    finishReason: { unified: 'length' },
    usage: { ...event.usage, outputTokens: 0, reasoningTokens: 0 },
  };
}
