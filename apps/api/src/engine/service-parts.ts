import { type Clock, type HostedTools, type LanguageModel, type IdSource, type RetrievalModels } from '@org/engine';
import { type MediaFetcherOptions } from '@org/hosted-tools';
import type { ModelMemory } from '@org/llama';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import type { NamedProvider } from '../config/settings/model-settings.js';
import type { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';

/** Dependencies that the service does not create itself. Tests inject their own here. */
export interface ServiceParts {
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  /** Models of embeddings and rankings. Default: those of the configuration. */
  readonly retrievalModels?: RetrievalModels;
  /** Which addresses may be fetched from, and how names are resolved. Default: the public Internet, by the system's name servers. */
  readonly network?: Pick<MediaFetcherOptions, 'policy' | 'resolve'>;
  /** What runs hosted tools. Default: what the configuration sets up. */
  readonly hostedTools?: HostedTools;
  /** `memory` is what all local models of the service share; `policies` what upstreams receive. */
  readonly createLanguageModel: (
    settings: NamedProvider,
    memory: ModelMemory,
    policies: UpstreamPolicies,
  ) => LanguageModel | Promise<LanguageModel>;
}
