import { ModelProcess, type ReplyReceiver } from '../model-process.js';
import type { LoadedOn, RuntimeSettings, Work } from '../process-messages.js';
import type { ResidentModel } from './resident-model.js';

/** A model process that can be loaded and unloaded. */
export class LoadableProcess implements Pick<ResidentModel, 'load' | 'unload'> {
  readonly #settings: RuntimeSettings;
  readonly #onLoaded: ((on: LoadedOn) => void) | undefined;
  #process: ModelProcess | undefined;

  /**
   * `onLoaded` is called every time a process has loaded the model, including the restart after a process ended by
   * itself.
   */
  constructor(settings: RuntimeSettings, onLoaded?: (on: LoadedOn) => void) {
    this.#settings = settings;
    this.#onLoaded = onLoaded;
  }

  /** Process id, while a process runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The next call retries a failed load, after a delay that grows with the failures. */
  async load(): Promise<void> {
    this.#process ??= new ModelProcess(this.#settings, this.#onLoaded);
    await this.#process.ready();
  }

  /**
   * Submits work, see {@link ModelProcess.submit}. Throws an Error while the model is unloaded, because it must be in
   * use.
   */
  submit(work: Work, receiver: ReplyReceiver): () => void {
    if (this.#process === undefined) throw new Error('The model is not loaded.');
    return this.#process.submit(work, receiver);
  }

  async unload(): Promise<void> {
    const model = this.#process;
    this.#process = undefined;
    await model?.close();
  }
}
