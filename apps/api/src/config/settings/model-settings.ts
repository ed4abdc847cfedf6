import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { BackendSettings } from './backend-settings.js';
import { ModelErrorSettings } from './error-settings.js';
import { ConfigError } from '../checks/config-error.js';
import type { AnyProviderSettings } from '../providers/any-provider-settings.js';
import { IsProvider } from '../providers/is-provider.js';
import { IsSection } from '../checks/is-section.js';
import { RoutingSettings } from './routing-settings.js';
import { ModelUpstreamPolicySection } from './upstream-policy-settings.js';

/** What the model of a request can be asked for. */
export const modelTasks = ['chat', 'embedding', 'rerank'] as const;
export type ModelTask = (typeof modelTasks)[number];

/** Kinds of providers with embedding and rerank models. */
const retrievalKinds: ReadonlySet<string> = new Set(['llama', 'chat-completions']);

/** A model, with either one provider or several backends. */
export class ModelSettings {
  /** The name that clients use, or a pattern with `*`. */
  @IsString()
  @IsNotEmpty()
  name!: string;

  /**
   * `chat`: it generates. `embedding`: it serves POST /v1/embeddings. `rerank`: it serves POST /v1/rerank. Default `chat`.
   */
  @IsOptional()
  @IsIn(modelTasks)
  task?: ModelTask;

  @ValidateIf(({ backends }: ModelSettings) => backends === undefined)
  @IsProvider()
  provider?: AnyProviderSettings;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => BackendSettings)
  backends?: BackendSettings[];

  /** How requests are shared among the backends. */
  @IsOptional()
  @IsSection(() => RoutingSettings)
  routing?: RoutingSettings;

  /** Default: the `errors` of the service. */
  @IsOptional()
  @IsSection(() => ModelErrorSettings)
  errors?: ModelErrorSettings;

  /** Each setting replaces that of the `upstreamPolicy` of the service. */
  @IsOptional()
  @IsSection(() => ModelUpstreamPolicySection)
  upstreamPolicy?: ModelUpstreamPolicySection;
}

/** A provider to create, with the name of its model. */
export interface NamedProvider {
  readonly name: string;
  readonly provider: AnyProviderSettings;
  /** Default `chat`. */
  readonly task?: ModelTask | undefined;
}

/** All providers of a model, for one provider or several backends. */
export function providersOf({ provider, backends = [] }: ModelSettings): readonly AnyProviderSettings[] {
  return [...(provider === undefined ? [] : [provider]), ...backends.map((backend) => backend.provider)];
}

/** Validates constraints across properties. Throws a ConfigError that names the path. */
export function checkModels(models: readonly ModelSettings[], source: string): void {
  const names = new Set<string>();
  for (const [index, model] of models.entries()) {
    const { name, provider, backends, routing } = model;
    const path = `${source}: models.${index}`;
    if (names.has(name)) throw new ConfigError(`${path}.name is "${name}", which an earlier entry already has`);
    names.add(name);
    checkTask(model, path);
    if (backends === undefined && routing !== undefined)
      throw new ConfigError(`${path}.routing needs backends; a single provider has its own retries and limits`);
    if (backends === undefined) continue;
    if (provider !== undefined) throw new ConfigError(`${path} has both a provider and backends; remove one of them`);
    for (const [at, backend] of backends.entries()) {
      if ('retries' in backend.provider && backend.provider.retries !== undefined) {
        throw new ConfigError(
          `${path}.backends.${at}.provider.retries must not be set; set routing.retries of the model`,
        );
      }
      if (backend.name !== undefined && backends.findIndex((other) => other.name === backend.name) < at)
        throw new ConfigError(`${path}.backends.${at}.name is "${backend.name}", which an earlier entry already has`);
    }
  }
}

/** Throws where a provider has no models of the task, or a setting of a task that the model does not have. */
function checkTask({ task = 'chat', provider, backends = [] }: ModelSettings, path: string): void {
  const providers = [
    ...(provider === undefined ? [] : [{ provider, at: `${path}.provider` }]),
    ...backends.map((backend, index) => ({ provider: backend.provider, at: `${path}.backends.${index}.provider` })),
  ];
  for (const { provider: settings, at } of providers) {
    if (task !== 'chat' && !retrievalKinds.has(settings.kind))
      throw new ConfigError(
        `${at}.kind is "${settings.kind}", which has no models with task: ${task}; use llama or chat-completions`,
      );
    for (const [setting, ofTask] of taskSettings)
      if (task !== ofTask && Reflect.get(settings, setting) !== undefined)
        throw new ConfigError(`${at}.${setting} needs task: ${ofTask}`);
  }
}

/** Settings of providers that only one task has. */
const taskSettings = [
  ['matryoshkaDimensions', 'embedding'],
  ['batchSize', 'embedding'],
  ['rerankPath', 'rerank'],
  ['rerankScores', 'rerank'],
] as const;
