import { ModelProcess, type ReplyReceiver } from '../model-process.js';
import type { LoadedOn, RuntimeSettings, Work } from '../process-messages.js';
import type { ResidentModel } from './resident-model.js';

/** A model process that comes and goes. */
export class LoadableProcess implements Pick<ResidentModel, 'load' | 'unload'> {
  readonly #settings: RuntimeSettings;
  readonly #onLoaded: ((on: LoadedOn) => void) | undefined;
  #process: ModelProcess | undefined;

  /** `onLoaded` is told every time that a process has loaded the model, also after one that ended by itself. */
  constructor(settings: RuntimeSettings, onLoaded?: (on: LoadedOn) => void) {
    this.#settings = settings;
    this.#onLoaded = onLoaded;
  }

  /** Id of the process, while one runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** A load that failed is tried again by the next one, after a pause that grows with the failures. */
  async load(): Promise<void> {
    this.#process ??= new ModelProcess(this.#settings, this.#onLoaded);
    await this.#process.ready();
  }

  /** Hands work over, see {@link ModelProcess.submit}. Throws an Error while the model is unloaded: it has to be in use. */
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
