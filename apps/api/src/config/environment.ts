// The environment variables that the service reads. An empty one counts as absent, except where a secret is expected.
import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { IsPublicUrl } from './checks/is-public-url.js';
import { IsStoreUrl } from './checks/is-store-url.js';

const logFormats = ['auto', 'json', 'text'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

export class Environment {
  /** An IPv6 address may be in brackets, as in a URL. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.replace(/^\[(.*)\]$/, '$1') : value))
  @IsString()
  @IsNotEmpty()
  HOST: string = '127.0.0.1';

  /** 0 takes any free port. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value,
  )
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT: number = 8080;

  /** Public URL for clients where it differs, such as with a reverse proxy. Default: derived from the request. */
  @IsOptional()
  @IsPublicUrl()
  PUBLIC_URL?: string;

  /** Folder of everything that the service writes. */
  @IsString()
  @IsNotEmpty()
  DATA_DIR: string = './data';

  /** `sqlite:PATH`, or `postgres://...`. Default: a file in `DATA_DIR`. */
  @IsOptional()
  @IsStoreUrl()
  STORE_URL?: string;

  /** `name:key,name:key`. When set, only these keys are valid. */
  @IsOptional()
  @IsString()
  @MinLength(1, { message: 'is empty; remove it, or give name:key' })
  API_KEYS?: string;

  /** `id:key,id:key` in base64. The first key encrypts stored contents; each key decrypts what it encrypted. */
  @IsOptional()
  @IsString()
  @MinLength(1, { message: 'is empty; remove it, or give id:key' })
  STORE_KEYS?: string;

  /** Secret that authenticates reasoning. Default: a file in `DATA_DIR`, made at the first start. */
  @IsOptional()
  @MinLength(32, { message: 'must have at least 32 characters' })
  SERVER_SECRET?: string;

  /** Path of the configuration file. Default: `./service.yaml` if it exists. */
  @IsOptional()
  @IsString()
  SERVICE_CONFIG?: string;

  @IsIn(logLevels)
  LOG_LEVEL: (typeof logLevels)[number] = 'info';

  /** `auto`: readable lines on a terminal, JSON lines elsewhere. */
  @IsIn(logFormats)
  LOG_FORMAT: (typeof logFormats)[number] = 'auto';
}

/** Names of all variables. Secrets retain their empty value, so that an empty secret is rejected and not ignored. */
export const environmentNames = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'STORE_URL',
  'STORE_KEYS',
  'API_KEYS',
  'SERVER_SECRET',
  'SERVICE_CONFIG',
  'LOG_LEVEL',
  'LOG_FORMAT',
] as const;
export const secretNames: ReadonlySet<string> = new Set(['STORE_KEYS', 'API_KEYS', 'SERVER_SECRET']);

/** Variables with a secret in them. Each may come from a file that `<name>_FILE` names. */
export const fileNames = ['STORE_URL', ...secretNames];
