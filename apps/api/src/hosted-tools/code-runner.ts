import type { Clock, Store } from '@org/engine';
import { CodeExecution, findCodeExecutor } from '@org/hosted-tools';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import type { CodeToolSettings } from '../config/settings/code-tool-settings.js';
import { codeSettingsOf } from './code-settings-of.js';

export interface CodeRunnerOptions {
  readonly settings: CodeToolSettings;
  readonly config: Pick<ServiceConfig, 'dataDir' | 'files'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Runs code once a sandbox of this machine has withstood the attempts to leave it; until then, the tool is not offered. */
export class CodeRunner {
  readonly #options: CodeRunnerOptions;
  readonly #starting: Promise<void>;
  #execution: CodeExecution | undefined;
  #closed = false;

  constructor(options: CodeRunnerOptions) {
    this.#options = options;
    this.#starting = this.#start().catch((err: unknown) =>
      options.log.error({ err }, 'code does not run: no sandbox could be tried'),
    );
  }

  /** Undefined where code does not run. */
  get execution(): CodeExecution | undefined {
    return this.#execution;
  }

  /** Resolves once the sandboxes of this machine have been tried; never rejects. */
  ready(): Promise<void> {
    return this.#starting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting;
    await this.#execution?.close();
  }

  async #start(): Promise<void> {
    const { config, store, clock, log, settings } = this.#options;
    const { isolation, executors, python, docker, wheels } = settings;
    const all = codeSettingsOf({ code: settings });
    const { executor, unmet } = await findCodeExecutor({
      isolation,
      executors,
      python,
      docker,
      wheels,
      privatePaths: [config.dataDir],
      limits: all,
    });
    if (executor === undefined) {
      log.error({ reasons: unmet }, 'code does not run: no sandbox of this machine separates it from the service');
      return;
    }
    log.info({ executor: executor.name, unmet }, 'code runs');
    if (this.#closed) return;
    const { maxFilesPerOwner: files, maxBytesPerOwner: bytes } = config.files;
    this.#execution = new CodeExecution({ executor, store, clock, settings: all, fileQuota: { files, bytes } });
  }
}
