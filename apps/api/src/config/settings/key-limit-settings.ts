import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, Matches, ValidateNested } from 'class-validator';
import { IsLimit } from '../checks/is-limit.js';
import { ConfigError } from '../checks/config-error.js';

/** Limits per key. An absent limit, and `Infinity` (`unlimited` in the file), is none. */
export class KeyLimitSettings {
  /** Maximum requests per minute that use a model or store content. */
  @IsLimit(10_000_000)
  requestsPerMinute?: number;

  /** Maximum other requests per minute: reads, token counts, deletions, cancellations. Default: from `requestsPerMinute`. */
  @IsLimit(10_000_000)
  readsPerMinute?: number;

  /** Maximum prompt and output tokens per minute. */
  @IsLimit(1_000_000_000_000)
  tokensPerMinute?: number;

  /** Requests that may run at a time, without reads. */
  @IsLimit(1_000_000)
  concurrentRequests?: number;

  /** Reads that may run at a time. Default: from `concurrentRequests`. */
  @IsLimit(1_000_000)
  concurrentReads?: number;

  /** WebSocket connections that may be open at a time. */
  @IsLimit(1_000_000)
  connections?: number;

  /** Bytes that the owner of the key may store. Default: `limits.maxStoredBytesPerOwner`. */
  @IsLimit(1_125_899_906_842_624)
  storedBytes?: number;
}

export const keyLimitNames = [
  'requestsPerMinute',
  'readsPerMinute',
  'tokensPerMinute',
  'concurrentRequests',
  'concurrentReads',
  'connections',
] as const satisfies readonly (keyof KeyLimitSettings)[];

/**
 * Limits of every key where other machines reach the service. Agents send bursts of 20 requests, some of them at once;
 * nothing follows for the tokens of a minute, which depend on the models. The limits of reads follow from the others.
 */
const hardenedLimits: KeyLimitSettings = { requestsPerMinute: 600, concurrentRequests: 64, connections: 64 };

/** The limits with the defaults of a hardened service. A named entry replaces all of them, defaults included. */
export function withHardenedLimits(settings: KeyLimitsSettings): KeyLimitsSettings {
  const entries = Object.entries(hardenedLimits).filter(([name]) => Reflect.get(settings, name) === undefined);
  return Object.assign(new KeyLimitsSettings(), settings, Object.fromEntries(entries));
}

/** Limits for the keys of one name, which replace all default limits. */
export class NamedKeyLimitSettings extends KeyLimitSettings {
  /** As in API_KEYS, or as the key in the store was called when it was made. */
  @Matches(/^[A-Za-z0-9._-]{1,64}$/, {
    message: 'name must be the name of a key: 1 to 64 letters, digits, ".", "_" or "-"',
  })
  name!: string;
}

/** `keyLimits` in service.yaml: those of every key, and of some by their name. */
export class KeyLimitsSettings extends KeyLimitSettings {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => NamedKeyLimitSettings)
  named: NamedKeyLimitSettings[] = [];
}

/** Throws a ConfigError for a duplicate name. */
export function checkKeyLimits({ named }: KeyLimitsSettings, source: string): void {
  const names = new Set<string>();
  for (const [index, { name }] of named.entries()) {
    if (names.has(name))
      throw new ConfigError(
        `${source}: keyLimits.named.${index}.name is "${name}", which an earlier entry already has`,
      );
    names.add(name);
  }
}
