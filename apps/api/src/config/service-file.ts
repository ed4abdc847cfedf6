// The shape of service.yaml.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { BackgroundSettings } from './settings/background-settings.js';
import { ErrorSettings } from './settings/error-settings.js';
import { FileSettings } from './settings/file-settings.js';
import { IsLimit } from './checks/is-limit.js';
import { IsOrigin } from './checks/is-origin.js';
import { IsSection } from './checks/is-section.js';
import { KeyLimitsSettings } from './settings/key-limit-settings.js';
import { LocalModelSettings } from './settings/local-model-settings.js';
import { MetricsSettings } from './settings/metrics-settings.js';
import { ModelSettings } from './settings/model-settings.js';
import { ToolSettings } from './settings/tool-settings.js';
import { MediaSettings } from './settings/media-settings.js';
import { McpServerSettings } from './settings/mcp-server-settings.js';
import { TracingSettings } from './settings/tracing-settings.js';
import { UpstreamPolicySection } from './settings/upstream-policy-settings.js';

export class LimitSettings {
  /**
   * Whether the limits that protect clients from each other have defaults (`hardened`) or are off (`local`). `auto`:
   * they have where the service listens beyond loopback.
   */
  @IsIn(['auto', 'local', 'hardened'])
  profile: 'auto' | 'local' | 'hardened' = 'auto';

  /** Largest body of a generation request in bytes. */
  @IsInt()
  @Min(1024)
  @Max(1_073_741_824)
  maxBodyBytes: number = 33_554_432;

  /**
   * Maximum bytes of memory for what all requests in progress send, and for the files that they name. One owner gets at
   * most five twelfths of it.
   */
  @IsInt()
  @Min(65_536)
  @Max(1_099_511_627_776)
  maxMemoryBytes: number = 402_653_184;

  /** Seconds that a request may wait for memory. 0: the service rejects it at once. */
  @IsNumber()
  @Min(0)
  @Max(3600)
  maxQueueSeconds: number = 60;

  /** Deepest nesting of a body. */
  @IsInt()
  @Min(8)
  @Max(1000)
  maxJsonDepth: number = 128;

  /** Maximum number of values in a body. */
  @IsInt()
  @Min(100)
  @Max(10_000_000)
  maxJsonValues: number = 200_000;

  /** Maximum number of tools per request. */
  @IsInt()
  @Min(0)
  @Max(10_000)
  tools: number = 256;

  /** Seconds that a client may take to send a request. */
  @IsInt()
  @Min(1)
  @Max(3600)
  requestTimeoutSeconds: number = 60;

  /** Seconds that a client may take to send the headers of a request. */
  @IsInt()
  @Min(1)
  @Max(600)
  headerTimeoutSeconds: number = 15;

  /** Idle connection timeout in seconds. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  keepAliveSeconds: number = 75;

  /** Maximum number of open connections. Default: from the file descriptors that the process may open. */
  @IsOptional()
  @IsInt()
  @Min(8)
  @Max(1_000_000)
  maxConnections?: number;

  /** Maximum number of open connections of one address. */
  @IsLimit(1_000_000)
  maxConnectionsPerAddress?: number;

  /** Maximum bytes that one owner stores. */
  @IsLimit(1_125_899_906_842_624)
  maxStoredBytesPerOwner?: number;

  /** Maximum bytes that all owners store together. */
  @IsLimit(1_125_899_906_842_624)
  maxStoredBytes?: number;

  /** Free bytes of the disk of a SQLite store below which it accepts nothing new. */
  @IsInt()
  @Min(0)
  @Max(1_099_511_627_776)
  minFreeDiskBytes: number = 536_870_912;
}

/** Maximum bytes of one owner where other machines reach the service. */
const hardenedStoredBytesPerOwner = 10_737_418_240;

/** The limits with the defaults of a hardened service. */
export function withHardenedStorage(limits: LimitSettings): LimitSettings {
  return Object.assign(new LimitSettings(), limits, {
    maxStoredBytesPerOwner: limits.maxStoredBytesPerOwner ?? hardenedStoredBytesPerOwner,
  });
}

export class StreamSettings {
  /** Seconds of silence before a stream sends a keep-alive. */
  @IsNumber()
  @Min(0.05)
  @Max(600)
  keepAliveSeconds: number = 10;
}

export class WebSocketSettings {
  /** Maximum number of open connections. */
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  connections: number = 1000;

  /** Minutes after which a client must reconnect. */
  @IsNumber()
  @Min(0.001)
  @Max(1440)
  maxConnectionMinutes: number = 60;

  /** Seconds between two pings. A client without any traffic between two pings counts as disconnected. */
  @IsNumber()
  @Min(0.05)
  @Max(600)
  heartbeatSeconds: number = 30;
}

export class IdempotencySettings {
  /** Retention of a response to a request with an idempotency key, in hours. */
  @IsInt()
  @Min(1)
  @Max(720)
  hours: number = 24;

  /** Seconds that such a request may run; afterwards a repeated request may run it again. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  leaseSeconds: number = 600;

  /** Seconds that a repeated request waits for the running one before the client has to retry. */
  @IsNumber()
  @Min(0)
  @Max(3600)
  waitSeconds: number = 30;

  /** Maximum size of a stored response in bytes. */
  @IsInt()
  @Min(1024)
  @Max(67_108_864)
  maxResponseBytes: number = 8_388_608;
}

export class PolicySettings {
  /** What to do with hosted tools that this installation cannot run. */
  @IsIn(['warn', 'reject'])
  hostedTools: 'warn' | 'reject' = 'warn';

  /** Reject unknown fields. */
  @IsBoolean()
  strict: boolean = false;

  /** Which names the usage of the responses dialect carries. */
  @IsIn(['both', 'input-output', 'prompt-completion'])
  usageNames: 'both' | 'input-output' | 'prompt-completion' = 'both';

  /** Also send raw reasoning in the responses API. */
  @IsBoolean()
  rawReasoning: boolean = false;
}

export class RetentionSettings {
  /** Retention of stored responses in days. */
  @IsInt()
  @Min(1)
  @Max(36_500)
  days: number = 30;

  /** Days without a new item after which a conversation is deleted. Default: never. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(36_500)
  conversationDays?: number;

  /** Retention of audit events in days. */
  @IsInt()
  @Min(1)
  @Max(36_500)
  auditDays: number = 365;
}

export class CorsSettings {
  /** Origins of browser pages that may call the service; `*` allows all. None by default. */
  @IsArray()
  @IsOrigin({ each: true })
  origins: string[] = [];
}

export class ShutdownSettings {
  /** Seconds for running responses to finish. */
  @IsInt()
  @Min(0)
  @Max(3600)
  graceSeconds: number = 20;

  /** Seconds that readiness fails while everything is still served, so that a load balancer switches first. */
  @IsInt()
  @Min(0)
  @Max(600)
  announceSeconds: number = 0;
}

export class ServiceFile {
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => ModelSettings)
  models?: ModelSettings[];

  @IsSection(() => LocalModelSettings)
  localModels: LocalModelSettings = new LocalModelSettings();

  @IsSection(() => LimitSettings)
  limits: LimitSettings = new LimitSettings();

  @IsSection(() => KeyLimitsSettings)
  keyLimits: KeyLimitsSettings = new KeyLimitsSettings();

  @IsSection(() => StreamSettings)
  stream: StreamSettings = new StreamSettings();

  @IsSection(() => WebSocketSettings)
  websocket: WebSocketSettings = new WebSocketSettings();

  @IsSection(() => IdempotencySettings)
  idempotency: IdempotencySettings = new IdempotencySettings();

  @IsSection(() => PolicySettings)
  policy: PolicySettings = new PolicySettings();

  @IsSection(() => UpstreamPolicySection)
  upstreamPolicy: UpstreamPolicySection = new UpstreamPolicySection();

  @IsSection(() => ErrorSettings)
  errors: ErrorSettings = new ErrorSettings();

  @IsSection(() => RetentionSettings)
  retention: RetentionSettings = new RetentionSettings();

  @IsSection(() => BackgroundSettings)
  background: BackgroundSettings = new BackgroundSettings();

  @IsSection(() => MediaSettings)
  media: MediaSettings = new MediaSettings();

  @IsSection(() => FileSettings)
  files: FileSettings = new FileSettings();

  @IsSection(() => McpServerSettings)
  mcpServers: McpServerSettings = new McpServerSettings();

  @IsSection(() => ToolSettings)
  tools: ToolSettings = new ToolSettings();

  @IsOptional()
  @IsSection(() => MetricsSettings)
  metrics?: MetricsSettings;

  @IsOptional()
  @IsSection(() => TracingSettings)
  tracing?: TracingSettings;

  @IsSection(() => CorsSettings)
  cors: CorsSettings = new CorsSettings();

  @IsSection(() => ShutdownSettings)
  shutdown: ShutdownSettings = new ShutdownSettings();
}
