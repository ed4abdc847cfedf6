import { joinSignatures, signMetadata, type Signer, type SignatureMetadata } from './metadata-signature.js';
import type { OpenPart, PartQueue } from './part-queue.js';

interface OpenReasoning {
  readonly part: OpenPart;
  text: string;
  signatureData: SignatureMetadata | undefined;
}

/** Number of consecutive deltas of other parts after which unfinished reasoning counts as ended. */
const maxOtherDeltas = 3;

/** Collects the reasoning of one response, by the package's ids, with its signatures. */
export class ReasoningParts {
  readonly #open = new Map<string, OpenReasoning>();
  /**
   * Text of reasoning that ended here before the package ended it: a signature that arrives with its end covers all
   * of it.
   */
  readonly #ended = new Map<string, string>();
  /** Number of deltas of other parts since the last reasoning delta. */
  #otherDeltas = 0;

  constructor(
    readonly queue: PartQueue,
    /** Signer of the reasoning. */
    readonly signer: Signer,
  ) {}

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Adds a delta, which may be empty, and opens its part if necessary. */
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

  /**
   * Counts a delta of another part. Some packages end reasoning only with the response, and later parts must not wait
   * for that.
   */
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
