import {
  type ConfiguredMcpServer,
  defaultMcpServerLimits,
  defaultMcpServerPorts,
  type McpServerSettings as EngineSettings,
} from '@org/hosted-tools';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ConfigError } from '../checks/config-error.js';
import { IsBaseUrl } from '../providers/is-base-url.js';
import { IsHeaders } from '../providers/is-headers.js';
import { AreHosts, ArePorts } from '../checks/reachable-hosts.js';
import { headerFrom, keyFrom } from '../checks/secret-from.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** A server of tools that the operator vouches for. */
export class NamedMcpServerSettings {
  /** What requests may call it instead of its URL. */
  @IsString()
  @Matches(/^[\w.-]{1,64}$/, { message: '$property must be 1 to 64 letters, digits, "_", "-" or "."' })
  name!: string;

  /** Where it takes requests of the Model Context Protocol over Streamable HTTP. */
  @IsBaseUrl()
  url!: string;

  /** Name of the environment variable with the key of the server, which is sent as a bearer token. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  apiKeyEnv?: string;

  /** Headers for every request to the server. */
  @IsOptional()
  @IsHeaders()
  headers?: Record<string, string>;

  /** Names of environment variables that hold the values of such headers. */
  @IsOptional()
  @IsHeaders()
  headersEnv?: Record<string, string>;

  /** Whether a client's credentials reach the server. Default: only if none are set here. */
  @IsOptional()
  @IsBoolean()
  clientCredentials?: boolean;
}

/** `mcpServers` in service.yaml: servers whose tools the service calls while a model responds. */
export class McpServerSettings {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => NamedMcpServerSettings)
  servers: NamedMcpServerSettings[] = [];

  /** Clients may name any server at a public https address. */
  @IsBoolean()
  anyPublicUrl: boolean = false;

  /** Hosts of such servers; `*.example.com` matches all subdomains. Default: all public hosts. */
  @IsOptional()
  @AreHosts()
  allowedHosts?: string[];

  /** Ports of such servers. */
  @ArePorts()
  ports: number[] = [...defaultMcpServerPorts];

  /** Connection timeout, in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(60_000)
  connectTimeoutMs: number = defaultMcpServerLimits.connectTimeoutMs;

  /** Milliseconds that each step of the greeting and of the listing may take. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  listTimeoutMs: number = defaultMcpServerLimits.listTimeoutMs;

  /** Milliseconds that a call may take. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  callTimeoutMs: number = defaultMcpServerLimits.callTimeoutMs;

  /** Maximum size of one response, in bytes. */
  @IsInt()
  @Min(1024)
  @Max(268_435_456)
  maxResultBytes: number = defaultMcpServerLimits.maxResultBytes;

  /** Maximum number of tools per server. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxTools: number = defaultMcpServerLimits.maxTools;

  /** Maximum total size of a server's tool definitions, in characters. */
  @IsInt()
  @Min(1024)
  @Max(67_108_864)
  maxToolCharacters: number = defaultMcpServerLimits.maxToolCharacters;

  /** How deep the schema of a tool may nest. */
  @IsInt()
  @Min(4)
  @Max(128)
  maxSchemaDepth: number = defaultMcpServerLimits.maxSchemaDepth;

  /** Maximum concurrent calls per server. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  concurrentCalls: number = defaultMcpServerLimits.concurrentCalls;
}

/** `undefined` when clients may use no server. Throws a ConfigError for constraints across properties. */
export function toMcpServerSettings(
  { servers, anyPublicUrl, allowedHosts, ports, ...limits }: McpServerSettings,
  variables: Variables,
): EngineSettings | undefined {
  if (servers.length === 0 && !anyPublicUrl) return undefined;
  for (const [at, { name, url }] of servers.entries()) {
    if (servers.findIndex((other) => other.name === name) < at)
      throw new ConfigError(`mcpServers.servers.${at}.name is "${name}", which an earlier entry already has`);
    if (servers.findIndex((other) => new URL(other.url).href === new URL(url).href) < at)
      throw new ConfigError(`mcpServers.servers.${at}.url is the same as that of an earlier server`);
  }
  return {
    servers: servers.map((server) => withSecrets(server, variables)),
    anyPublicUrl,
    ports,
    limits,
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
  };
}

function withSecrets(
  { name, url, apiKeyEnv, headers = {}, headersEnv = {}, clientCredentials }: NamedMcpServerSettings,
  variables: Variables,
): ConfiguredMcpServer {
  const settingOwner = `mcpServers: "${name}"`;
  const secrets = Object.entries(headersEnv).map(
    ([header, variable]) => [header, headerFrom(variables, variable, settingOwner)] as const,
  );
  const all = {
    ...headers,
    ...Object.fromEntries(secrets),
    ...(apiKeyEnv === undefined ? {} : { authorization: `Bearer ${keyFrom(variables, apiKeyEnv, settingOwner)}` }),
  };
  return { name, url, headers: all, ...(clientCredentials === undefined ? {} : { clientCredentials }) };
}
