import type { UpstreamPolicySettings } from '@org/dialects/dialect';
import { type DialectId, ModelTable } from '@org/engine';
import { UpstreamSettings } from '../config/providers/upstream-settings.js';
import { type ModelSettings, providersOf } from '../config/settings/model-settings.js';

/** The policy of a model whose provider is an upstream. */
export interface ModelPolicy {
  readonly settings: UpstreamPolicySettings;
  /** The dialects that its upstreams speak: they receive requests of these dialects as they are. */
  readonly dialects: ReadonlySet<DialectId>;
}

/** Finds the policy of a model by the name that a request has for it. */
export type FindModelPolicy = (model: unknown) => ModelPolicy | undefined;

/** The policies of models by their names and patterns. Local models have none: nothing of a request leaves the machine. */
export function findPolicies(models: readonly ModelSettings[]): FindModelPolicy {
  const table = new ModelTable(models.map((model) => ({ pattern: model.name, entry: policyOf(model) })));
  return (model) => (typeof model === 'string' && table.has(model) ? table.find(model).entry : undefined);
}

function policyOf(model: ModelSettings): ModelPolicy | undefined {
  const upstreams = providersOf(model).filter((provider) => provider instanceof UpstreamSettings);
  const settings = upstreams.find(({ upstreamPolicy }) => upstreamPolicy !== undefined)?.upstreamPolicy;
  if (settings === undefined) return undefined;
  const dialects = upstreams.flatMap(({ kind }): DialectId[] =>
    kind === 'messages' || kind === 'responses' ? [kind] : [],
  );
  return { settings, dialects: new Set(dialects) };
}
