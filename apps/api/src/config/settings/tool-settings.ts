import { resolve } from 'node:path';
import {
  defaultWebFetchSettings,
  defaultWebSearchSettings,
  parseDomainRule,
  type WebFetchSettings as PageSettings,
  type WebSearchProviderName,
  type WebSearchSettings as SearchSettings,
} from '@org/hosted-tools';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { applyDecorators } from '../checks/apply-decorators.js';
import { checkFolder } from '../checks/check-hosted-tools.js';
import { ConfigError } from '../checks/config-error.js';
import { IsSection } from '../checks/is-section.js';
import { ArePrivateHosts } from '../checks/private-host.js';
import { keyFrom } from '../checks/secret-from.js';
import { checkedCode, CodeToolSettings } from './code-tool-settings.js';
import { FileSearchSettings } from './file-search-settings.js';
import { expandHome } from '../expand-home.js';

type Variables = Readonly<Record<string, string | undefined>>;

const providers: readonly WebSearchProviderName[] = ['searxng', 'brave', 'tavily', 'exa', 'local'];
const isHttpUrl = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** `tools.webSearch` in service.yaml: where models search the web. */
export class WebSearchSettings {
  /** What is searched. `local` searches the files of a folder. */
  @IsIn(providers)
  provider!: WebSearchProviderName;

  /** Address of the provider. `searxng` requires it. `local`: the URL below which the files are. */
  @IsOptional()
  @IsUrl(isHttpUrl)
  baseUrl?: string;

  /** Environment variable with the key of the provider. `brave`, `tavily` and `exa` require it. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  keyEnv?: string;

  /** `local`: folder with `.md`, `.html` and `.txt` files, relative to the configuration file. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  folder?: string;

  /** Domains that results come from, with their subdomains, and optional paths. Default: all. */
  @IsOptional()
  @AreDomains()
  allow?: string[];

  /** Domains that results never come from. */
  @IsOptional()
  @AreDomains()
  block?: string[];

  /** Timeout of a search, in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(120_000)
  timeoutMs: number = defaultWebSearchSettings.timeoutMs;

  /** Maximum concurrent searches. */
  @IsInt()
  @Min(1)
  @Max(1000)
  concurrency: number = defaultWebSearchSettings.concurrency;

  /** Maximum searches of an owner in a minute, in each process. Default: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxPerMinute?: number;
}

/** `tools.webFetch` in service.yaml: pages that models read, also those that searches open. */
export class WebFetchSettings {
  /** Whether models may read pages. False: searches do not open them either. */
  @IsBoolean()
  enabled: boolean = true;

  /** Domains that may be read, with their subdomains, and optional paths. Default: all public hosts. */
  @IsOptional()
  @AreDomains()
  allow?: string[];

  /** Domains that are never read. */
  @IsOptional()
  @AreDomains()
  block?: string[];

  /** Hosts in private networks that may be read, such as those of an intranet. */
  @ArePrivateHosts()
  allowPrivateHosts: string[] = [];

  /** Maximum bytes of a page. */
  @IsInt()
  @Min(1024)
  @Max(268_435_456)
  maxBytes: number = defaultWebFetchSettings.maxBytes;

  /** Timeout of a page, in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  timeoutMs: number = defaultWebFetchSettings.timeoutMs;

  /** Maximum tokens of a page's text, as an estimate. */
  @IsInt()
  @Min(100)
  @Max(1_000_000)
  maxContentTokens: number = defaultWebFetchSettings.maxContentTokens;

  /** Whether the robots.txt of a site decides what is read. */
  @IsBoolean()
  obeyRobots: boolean = defaultWebFetchSettings.obeyRobots;

  /** Maximum pages that an owner reads in a minute, in each process. Default: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxPerMinute?: number;
}

/** `tools` in service.yaml: hosted tools that the service runs. */
export class ToolSettings {
  /** Off without a provider. */
  @IsOptional()
  @IsSection(() => WebSearchSettings)
  webSearch?: WebSearchSettings;

  /** Off by default. */
  @IsOptional()
  @IsSection(() => WebFetchSettings)
  webFetch?: WebFetchSettings;

  /** Off by default. */
  @IsOptional()
  @IsSection(() => CodeToolSettings)
  code?: CodeToolSettings;

  @IsSection(() => FileSearchSettings)
  fileSearch: FileSearchSettings = new FileSearchSettings();
}

/** The hosted tools that an installation sets up. */
export interface HostedToolSettings {
  readonly webSearch?: SearchSettings;
  /** `enabled` false: no model reads pages. */
  readonly webFetch?: PageSettings & Pick<WebFetchSettings, 'enabled'>;
  readonly code?: CodeToolSettings;
}

/** Reads keys and resolves paths. Throws a ConfigError for a provider that lacks what it needs. */
export function toHostedToolSettings(
  { webSearch, webFetch, code }: ToolSettings,
  variables: Variables,
  folder: string,
): HostedToolSettings {
  return {
    ...(webSearch !== undefined && { webSearch: toSearchSettings(webSearch, variables, folder) }),
    ...(webFetch !== undefined && { webFetch: { ...defaultWebFetchSettings, ...webFetch } }),
    ...(code?.enabled === true && { code: checkedCode(code, variables, folder) }),
  };
}

function toSearchSettings(
  { keyEnv, folder, provider, baseUrl, ...settings }: WebSearchSettings,
  variables: Variables,
  configFolder: string,
): SearchSettings {
  const owner = `tools.webSearch (${provider})`;
  if (provider === 'searxng' && baseUrl === undefined) throw new ConfigError(`${owner} needs baseUrl`);
  if (provider === 'local' && folder === undefined) throw new ConfigError(`${owner} needs folder`);
  if (provider === 'local' && baseUrl === undefined)
    throw new ConfigError(`${owner} needs baseUrl, the URL below which the files of its folder are`);
  const needsKey = provider === 'brave' || provider === 'tavily' || provider === 'exa';
  if (needsKey && keyEnv === undefined)
    throw new ConfigError(`${owner} needs keyEnv, the environment variable with its key`);
  const path = folder === undefined ? undefined : resolve(configFolder, expandHome(folder));
  if (provider === 'local' && path !== undefined) checkFolder('tools.webSearch.folder', path);
  return {
    ...defaultWebSearchSettings,
    ...settings,
    provider,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(path !== undefined && { folder: path }),
    ...(keyEnv !== undefined && { key: keyFrom(variables, keyEnv, owner) }),
  };
}

function AreDomains(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ValidateBy(
      {
        name: 'areDomains',
        validator: { validate: (value) => typeof value === 'string' && parseDomainRule(value) !== undefined },
      },
      { each: true, message: '$property must be domains, such as example.com or example.com/blog' },
    ),
  );
}
