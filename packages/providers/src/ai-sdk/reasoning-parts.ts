import { joinSignatures, signMetadata, type Signer, type SignatureMetadata } from './metadata-signature.js';
import type { OpenPart, PartQueue } from './part-queue.js';

interface OpenReasoning {
  readonly part: OpenPart;
  text: string;
  signatureData: SignatureMetadata | undefined;
}

/** Pieces of other parts in a row after which reasoning that was not ended has ended all the same. */
const maxOtherDeltas = 3;

/** The reasoning of one answer, by the package's ids, with the proofs that come with it. */
export class ReasoningParts {
  readonly #open = new Map<string, OpenReasoning>();
  /** The text of reasoning that was ended here before the package did: a proof that comes with its end is of all of it. */
  readonly #ended = new Map<string, string>();
  /** Pieces of other parts since the last one of reasoning. */
  #otherDeltas = 0;

  constructor(
    readonly queue: PartQueue,
    /** Whose seals it gets. */
    readonly signer: Signer,
  ) {}

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Takes a piece, which may be empty, and begins with it what is not open. */
  take(id: string, delta: string, signatureData: SignatureMetadata | undefined): void {
    const known = this.#open.get(id);
    if (known === undefined || delta !== '') this.#otherDeltas = 0;
    const open = known ?? {
      part: this.queue.open({ type: 'reasoning', text: '' }),
      text: this.#ended.get(id) ?? '',
      signatureData: undefined,
    };
    if (known === undefined) this.#open.set(id, open);
    open.signatureData = joinSignatures(open.signatureData, signatureData);
    if (delta === '') return;
    open.text += delta;
    open.part.append(delta);
  }

  /** A piece of another part came. Some packages end reasoning with the answer, and what follows it must not wait for that. */
  countOtherDelta(): void {
    this.#otherDeltas += 1;
    if (this.#open.size === 0 || this.#otherDeltas < maxOtherDeltas) return;
    for (const [id, { text }] of this.#open) this.#ended.set(id, text);
    this.closeAll();
  }

  close(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { text, signatureData } = open;
    open.part.close(
      signatureData === undefined
        ? undefined
        : { signature: signMetadata({ text, metadata: signatureData }, this.signer) },
    );
  }

  closeAll(): void {
    for (const id of [...this.#open.keys()]) this.close(id);
  }
}
