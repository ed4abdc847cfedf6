import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { ConfigError } from '../checks/config-error.js';

/** Limits per key. An absent limit is unlimited. */
export class KeyLimitSettings {
  /** Maximum model requests per minute. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  requestsPerMinute?: number;

  /** Maximum prompt and output tokens per minute. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000_000_000)
  tokensPerMinute?: number;

  /** Requests that may run at a time. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  concurrentRequests?: number;

  /** WebSocket connections that may be open at a time. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  connections?: number;
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
