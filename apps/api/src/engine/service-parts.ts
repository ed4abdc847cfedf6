import type { MediaFetcherOptions } from '@org/engine/media/media-fetcher';
import type { ModelMemory } from '@org/engine/generators/llama/memory/model-memory';
import type { Clock } from '@org/engine/ports/clock';
import type { Generator } from '@org/engine/ports/generator';
import type { IdSource } from '@org/engine/ports/id-source';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import type { NamedGenerator } from '../config/settings/model-settings.js';

/** What the service is built from and does not make itself. Tests put their own parts here. */
export interface ServiceParts {
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  /** Which addresses may be fetched from, and how names are resolved. Default: the public Internet, by the system's name servers. */
  readonly network?: Pick<MediaFetcherOptions, 'policy' | 'resolve'>;
  /** `memory` is what all local models of the service share. */
  readonly createGenerator: (settings: NamedGenerator, memory: ModelMemory) => Generator | Promise<Generator>;
}
