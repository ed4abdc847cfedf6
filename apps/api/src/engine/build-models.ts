import { isDeepStrictEqual } from 'node:util';
import { Backend, BackendGroup, type BackendStatus, type LanguageModel, type GroupMember } from '@org/engine';
import type { ModelMemory } from '@org/llama';
import type { AnyProviderSettings } from '../config/providers/any-provider-settings.js';
import { UpstreamSettings } from '../config/providers/upstream-settings.js';
import type { ModelSettings } from '../config/settings/model-settings.js';
import { RoutingSettings, toRoutingRules } from '../config/settings/routing-settings.js';
import type { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { backendNames } from './backend-names.js';
import type { ServiceParts } from './service-parts.js';

/** A model as it was set and what was made of it. */
export interface BuiltModel {
  readonly settings: ModelSettings;
  readonly languageModel: LanguageModel;
  /** The same, for several backends. */
  readonly group?: BackendGroup;
  /** In the order of the settings; empty when the model has a single provider. */
  readonly backends: readonly BuiltBackend[];
}

interface BuiltBackend {
  readonly settings: AnyProviderSettings;
  readonly backend: Backend;
}

export interface ModelBuildOptions {
  readonly createLanguageModel: ServiceParts['createLanguageModel'];
  readonly memory: ModelMemory;
  readonly policies: UpstreamPolicies;
  /** Called when the circuit of a backend of `model` opens or closes. */
  readonly onChange: (model: string, status: BackendStatus) => void;
}

/**
 * Creates the models of `models`. A language model in `before` with the same settings is reused, with its process,
 * its connections and its health state. When one cannot be created, the new ones are closed again, and this throws.
 */
export async function buildModels(
  models: readonly ModelSettings[],
  { createLanguageModel, memory, policies, onChange }: ModelBuildOptions,
  before: readonly BuiltModel[] = [],
): Promise<readonly BuiltModel[]> {
  const made: LanguageModel[] = [];
  const make = async ({ name, task }: ModelSettings, provider: AnyProviderSettings): Promise<LanguageModel> => {
    const fresh = await createLanguageModel({ name, provider, task }, memory, policies);
    made.push(fresh);
    return fresh;
  };

  const build = async (settings: ModelSettings): Promise<BuiltModel> => {
    const earlier = before.find((built) => built.settings.name === settings.name);
    if (earlier !== undefined && isDeepStrictEqual(earlier.settings, settings)) return earlier;
    const { name, provider, backends = [] } = settings;
    if (provider !== undefined) return { settings, languageModel: await make(settings, provider), backends: [] };
    const names = backendNames(backends);
    const parts = await settleAll(
      backends.map(async (backend, index): Promise<{ readonly built: BuiltBackend; readonly member: GroupMember }> => {
        const { weight, concurrency, queue } = backend;
        const wanted = withoutRetries(backend.provider);
        const reused = earlier?.backends.find(
          (candidate) =>
            candidate.backend.name === names[index] &&
            earlier.settings.task === settings.task &&
            isDeepStrictEqual(candidate.settings, wanted),
        );
        const built = reused ?? {
          settings: wanted,
          backend: new Backend(names[index] ?? name, await make(settings, wanted)),
        };
        return { built, member: { backend: built.backend, weight, concurrency, queue } };
      }),
    );
    const members = parts.map(({ member }) => member);
    const group = new BackendGroup({
      id: name,
      members,
      rules: toRoutingRules(settings.routing ?? new RoutingSettings()),
      onChange: ofModel(name, onChange),
    });
    made.push(group);
    return { settings, languageModel: group, group, backends: parts.map(({ built }) => built) };
  };

  try {
    return await settleAll(models.map(build));
  } catch (error) {
    await Promise.allSettled(made.map((languageModel) => languageModel.close()));
    throw error;
  }
}

/**
 * Created at module level, where its closure has no access to the previous models: otherwise each group would retain
 * its predecessor, and so all earlier ones.
 */
function ofModel(name: string, onChange: ModelBuildOptions['onChange']): (status: BackendStatus) => void {
  return (status) => onChange(name, status);
}

/** Throws the first failure, but only after all have settled: what is created meanwhile must be closed, too. */
async function settleAll<Result>(building: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(building);
  return await Promise.all(building);
}

/** The group retries failures, and one retry layer is enough. */
function withoutRetries(provider: AnyProviderSettings): AnyProviderSettings {
  return provider instanceof UpstreamSettings ? { ...provider, retries: 0 } : provider;
}
