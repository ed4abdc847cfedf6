import type { GenerationEvent, Part, TokenLogprob } from '@org/engine';

/** The fixed side of a tool call, known when it opens. */
export interface CallHead {
  readonly name: string;
  readonly namespace?: string;
  readonly kind: 'function' | 'custom';
}

type Open =
  | { readonly type: 'text' | 'reasoning'; readonly index: number; text: string; logprobs: TokenLogprob[] }
  | { readonly type: 'tool-call'; readonly index: number; readonly head: CallHead; text: string };

/**
 * Converts text deltas into valid part events: one open part at a time, consecutive indices, the complete part in the
 * end event. A part opens with its first text, so no empty text part appears. Call ids stay empty here; the
 * service process assigns them.
 */
export class PartWriter {
  readonly #emit: (event: GenerationEvent) => void;
  #next = 0;
  #open: Open | undefined;

  constructor(emit: (event: GenerationEvent) => void) {
    this.#emit = emit;
  }

  text(text: string, logprobs: readonly TokenLogprob[] = []): void {
    if (text === '') return;
    const open = this.#openText('text');
    open.text += text;
    open.logprobs.push(...logprobs);
    const delta = { type: 'text', text, ...(logprobs.length === 0 ? {} : { logprobs }) } as const;
    this.#emit({ type: 'part-delta', index: open.index, delta });
  }

  reasoning(text: string): void {
    if (text === '') return;
    const open = this.#openText('reasoning');
    open.text += text;
    this.#emit({ type: 'part-delta', index: open.index, delta: { type: 'reasoning', text } });
  }

  openCall(head: CallHead): void {
    this.close();
    const index = this.#next++;
    this.#open = { type: 'tool-call', index, head, text: '' };
    this.#emit({ type: 'part-start', index, part: { type: 'tool-call', callId: '', ...head, argumentsText: '' } });
  }

  callArguments(text: string): void {
    const open = this.#open;
    if (text === '' || open?.type !== 'tool-call') return;
    open.text += text;
    this.#emit({ type: 'part-delta', index: open.index, delta: { type: 'arguments', text } });
  }

  /** Ends the open part, if any. */
  close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#emit({ type: 'part-end', index: open.index, part: finished(open) });
  }

  #openText(type: 'text' | 'reasoning'): Extract<Open, { logprobs: TokenLogprob[] }> {
    const open = this.#open;
    if (open !== undefined && open.type === type) return open;
    this.close();
    const fresh = { type, index: this.#next++, text: '', logprobs: [] };
    this.#open = fresh;
    this.#emit({ type: 'part-start', index: fresh.index, part: { type, text: '' } });
    return fresh;
  }
}

function finished(open: Open): Part {
  switch (open.type) {
    case 'text':
      return { type: 'text', text: open.text, ...(open.logprobs.length === 0 ? {} : { logprobs: open.logprobs }) };
    case 'reasoning':
      return { type: 'reasoning', text: open.text };
    case 'tool-call':
      return { type: 'tool-call', callId: '', ...open.head, argumentsText: open.text };
  }
}
