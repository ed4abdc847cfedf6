import { isDeepStrictEqual } from 'node:util';
import { ModelRegistry, type ModelRoute, type WatchRun, combineWatchers } from '@org/engine';
import { ModelMemory } from '@org/llama';
import type { Logger } from 'pino';
import { ConfigError } from '../config/checks/config-error.js';
import { namingFile } from '../config/checks/in-file.js';
import type { ServiceConfig } from '../config/service-config.js';
import { findPolicies, type FindModelPolicy } from '../upstream-policy/model-policies.js';
import { buildModels, type BuiltModel, type ModelBuildOptions } from './build-models.js';
import { logUnready } from './log-unready.js';
import type { ServiceParts } from './service-parts.js';

/** The models in service. They can be replaced while requests run; everything else of the configuration takes a restart. */
export class ConfiguredModels {
  readonly registry: ModelRegistry;
  readonly #watchers: WatchRun[] = [];
  #watchRun: WatchRun | undefined;
  #built: readonly BuiltModel[];
  #findPolicy: FindModelPolicy;
  /** The file that they were read from. */
  #file: string | undefined;
  /** The later of two concurrent reloads waits. */
  #reloading: Promise<unknown> = Promise.resolve();
  #upToDate = true;

  private constructor(
    built: readonly BuiltModel[],
    readonly config: ServiceConfig,
    readonly buildOptions: ModelBuildOptions,
    readonly log: Logger,
  ) {
    this.#built = built;
    this.#findPolicy = policiesOf(built);
    this.#file = config.file;
    const watched = config.metrics !== undefined || config.tracing !== undefined;
    this.registry = new ModelRegistry(routesOf(built), watched ? (run) => this.#watchRun?.(run) : undefined);
  }

  /** Creates the models of `config`. Throws a ConfigError when one cannot be created. */
  static async start({
    config,
    log,
    createLanguageModel,
    policies,
  }: Pick<ServiceParts, 'config' | 'log' | 'createLanguageModel'> &
    Pick<ModelBuildOptions, 'policies'>): Promise<ConfiguredModels> {
    const { memoryBytes, waitSeconds } = config.localModels;
    const buildOptions: ModelBuildOptions = {
      createLanguageModel,
      policies,
      memory: new ModelMemory({
        ...(memoryBytes === undefined ? {} : { limit: memoryBytes }),
        waitMs: waitSeconds * 1000,
      }),
      onChange: (model, { name, status }) =>
        log[status === 'closed' ? 'info' : 'warn']({ model, backend: name, status }, 'backend'),
    };
    return new ConfiguredModels(await modelsOf(config, buildOptions), config, buildOptions, log);
  }

  /** Lets `watcher` observe the runs of all models, where the configuration enables metrics or traces. */
  watch(watcher: WatchRun): void {
    this.#watchers.push(watcher);
    this.#watchRun = combineWatchers([...this.#watchers]);
  }

  /** The current models, in the order of the configuration. */
  get models(): readonly BuiltModel[] {
    return this.#built;
  }

  /** The provider kind of a name or pattern of the configuration; of the first backend, where there are several. */
  kindOf(pattern: string): string {
    const settings = this.#built.find((model) => model.settings.name === pattern)?.settings;
    return (settings?.provider ?? settings?.backends?.[0]?.provider)?.kind ?? 'unknown';
  }

  /** The policy of the model that a request names. Undefined: nothing of it reaches an upstream. */
  readonly findPolicy: FindModelPolicy = (model) => this.#findPolicy(model);

  /** What the models of this machine share. */
  get memory(): ModelMemory {
    return this.buildOptions.memory;
  }

  /** False from a failed reload until a successful one: the served models differ from the file. */
  get upToDate(): boolean {
    return this.#upToDate;
  }

  /**
   * Replaces the models by those of the configuration that `read` returns, and returns it. Running requests are not
   * affected: their language models are closed when the last of them has ended. Throws, and changes nothing, when
   * `read` throws, a model cannot be created, or the file that named the models no longer exists.
   */
  async reload(read: () => ServiceConfig): Promise<ServiceConfig> {
    const reload = this.#reloading.then(async () => {
      this.#upToDate = false;
      const next = read();
      await this.#reload(next);
      this.#upToDate = true;
      return next;
    });
    this.#reloading = reload.catch(() => undefined);
    return await reload;
  }

  async #reload(next: ServiceConfig): Promise<void> {
    const before = this.#built;
    if (this.#file !== undefined && next.file === undefined)
      throw new ConfigError(`${this.#file} does not exist any more`);
    const built = await modelsOf(next, this.buildOptions, before);
    const drained = this.registry.replace(routesOf(built));
    this.#built = built;
    this.#findPolicy = policiesOf(built);
    this.#file = next.file;
    const unchanged = built.filter((model) => before.includes(model));
    this.log.info(
      { models: built.map(({ settings }) => settings.name), unchanged: unchanged.length },
      'models reloaded',
    );
    for (const model of built)
      if (!unchanged.includes(model))
        model.languageModel.warmUp?.().catch((error: unknown) => logUnready(this.log, model.settings.name, error));
    const changedSettings = changedOtherSettings(this.config, next);
    if (changedSettings.length > 0)
      this.log.warn({ settings: changedSettings }, 'settings changed that need a restart');
    drained.catch((error: unknown) => this.log.warn({ err: error }, 'failed to close a removed model'));
  }
}

/** Created like `buildModels`; a configuration error names its file. */
async function modelsOf(
  { file, models }: ServiceConfig,
  buildOptions: ModelBuildOptions,
  before?: readonly BuiltModel[],
): Promise<readonly BuiltModel[]> {
  try {
    return await buildModels(models, buildOptions, before);
  } catch (error) {
    throw namingFile(file, error);
  }
}

function routesOf(built: readonly BuiltModel[]): readonly ModelRoute[] {
  return built.map(({ settings, languageModel }) => ({ pattern: settings.name, languageModel }));
}

function policiesOf(built: readonly BuiltModel[]): FindModelPolicy {
  return findPolicies(built.map(({ settings }) => settings));
}

/** What a reload changes. */
const reloaded: ReadonlySet<string> = new Set(['models', 'file', 'servesDownloads', 'keyLimits']);

/** Settings that were added, removed, or changed. */
function changedOtherSettings(before: ServiceConfig, after: ServiceConfig): readonly string[] {
  const [old, fresh]: readonly Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  return Object.keys({ ...old, ...fresh }).filter(
    (name) => !reloaded.has(name) && !isDeepStrictEqual(old?.[name], fresh?.[name]),
  );
}
