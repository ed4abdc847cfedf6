import type {
  GenerationEvent,
  Part,
  PartDelta,
  ReasoningPart,
  ReasoningSignature,
  TextPart,
  ToolCallPart,
  UrlCitation,
} from '@org/engine';

/** A part that grows. */
export type StreamedPart = TextPart | ReasoningPart | ToolCallPart;

/**
 * Writes parts one after another in any order of their deltas. Packages may interleave parts, our stream may not: the
 * first open part is written as it arrives, later ones wait for its end.
 */
export class PartQueue {
  readonly #entries: Entry[] = [];
  #index = 0;

  constructor(readonly emit: (event: GenerationEvent) => void) {}

  /** Starts a part. It is written only when it has content. */
  open(skeleton: StreamedPart): OpenPart {
    const entry = new Entry(skeleton);
    this.#entries.push(entry);
    return {
      append: (text) => {
        entry.append(text);
        this.#pump();
      },
      close: (ending) => {
        entry.close(ending);
        this.#pump();
      },
    };
  }

  /** Adds a complete part. */
  add(part: Part): void {
    this.#entries.push(new Entry(part, true));
    this.#pump();
  }

  #pump(): void {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      entry.write(this.#index, this.emit);
      if (!entry.closed) return;
      if (entry.started) this.#index += 1;
      this.#entries.shift();
    }
  }
}

/** The end of a queued part that is written to. */
export interface OpenPart {
  append(text: string): void;
  close(ending?: PartEnding): void;
}

/** Data known at the end of a part: the signature of reasoning, the citations of text. */
export interface PartEnding {
  readonly signature?: ReasoningSignature;
  readonly citations?: readonly UrlCitation[];
}

class Entry {
  started = false;
  closed: boolean;
  #text = '';
  #unsent = '';
  #ending: PartEnding = {};

  constructor(
    readonly skeleton: Part,
    readonly complete = false,
  ) {
    this.closed = complete;
  }

  append(text: string): void {
    this.#text += text;
    this.#unsent += text;
  }

  close(ending: PartEnding = {}): void {
    this.closed = true;
    this.#ending = ending;
  }

  /** Emits what is ready. Text of only whitespace is not part of a response, so it is held until more follows. */
  write(index: number, emit: (event: GenerationEvent) => void): void {
    const { skeleton } = this;
    if (!this.started && !this.#hasContent()) return;
    if (!this.started) emit({ type: 'part-start', index, part: skeleton });
    this.started = true;
    if (this.#unsent !== '') {
      emit({ type: 'part-delta', index, delta: deltaOf(skeleton, this.#unsent) });
      this.#unsent = '';
    }
    if (this.closed) emit({ type: 'part-end', index, part: this.#finished() });
  }

  #hasContent(): boolean {
    if (this.complete || this.skeleton.type === 'tool-call') return true;
    return (
      this.#ending.signature !== undefined ||
      (this.skeleton.type === 'text' ? /\S/.test(this.#unsent) : this.#unsent !== '')
    );
  }

  #finished(): Part {
    const { skeleton } = this;
    const { signature, citations = [] } = this.#ending;
    switch (skeleton.type) {
      case 'text':
        return { ...skeleton, text: this.#text, ...(citations.length === 0 ? {} : { citations }) };
      case 'reasoning':
        return { ...skeleton, text: this.#text, ...(signature === undefined ? {} : { signature }) };
      case 'tool-call':
        return { ...skeleton, argumentsText: this.#text };
      case 'tool-result':
      case 'media':
      case 'opaque':
        return skeleton;
    }
  }
}

function deltaOf({ type }: Part, text: string): PartDelta {
  switch (type) {
    case 'reasoning':
      return { type, text };
    case 'tool-call':
      return { type: 'arguments', text };
    case 'text':
    case 'tool-result':
    case 'media':
    case 'opaque':
      return { type: 'text', text };
  }
}
