import type { ResidentModel } from '#src/memory/resident-model.js';
import { EngineError } from '@org/engine';

/** A model without real memory: a test ends a load or an unload, or it ends at once. */
export class FakeResidentModel implements ResidentModel {
  readonly name: string;
  readonly bytes: number;
  readonly pinned: boolean;
  readonly idleMs: number;
  /** The calls that it received, in order. */
  readonly asked: ('load' | 'unload')[] = [];
  /** Whether it occupies memory: from the start of a load to its failure or the end of an unload. */
  usesMemory = false;
  #over: { readonly resolve: () => void; readonly reject: (error: EngineError) => void } | undefined;
  /** Whether a load or an unload ends without a call by the test. */
  readonly #prompt: boolean;

  constructor(name: string, bytes: number, { pinned = false, idleMs = 0, prompt = false } = {}) {
    this.name = name;
    this.bytes = bytes;
    this.pinned = pinned;
    this.idleMs = idleMs;
    this.#prompt = prompt;
  }

  get busy(): 'load' | 'unload' | undefined {
    return this.#over === undefined ? undefined : this.asked.at(-1);
  }

  load(): Promise<void> {
    return this.#ask('load');
  }

  unload(): Promise<void> {
    // Aborts a load in progress.
    this.#over?.reject(new EngineError('upstream-failed', 'The service could not load the model.'));
    return this.#ask('unload');
  }

  /** Completes the pending load or unload, if any. */
  succeed(): void {
    const over = this.#over;
    if (over === undefined) return;
    this.#over = undefined;
    this.usesMemory = this.asked.at(-1) === 'load';
    over.resolve();
  }

  fail(): void {
    const over = this.#over;
    if (over === undefined) return;
    this.#over = undefined;
    this.usesMemory = false;
    over.reject(new EngineError('upstream-failed', 'The service could not load the model.'));
  }

  #ask(what: 'load' | 'unload'): Promise<void> {
    this.asked.push(what);
    this.usesMemory = !this.#prompt || what === 'load';
    if (this.#prompt) return Promise.resolve();
    return new Promise<void>((resolve, reject) => {
      this.#over = { resolve, reject };
    });
  }
}
