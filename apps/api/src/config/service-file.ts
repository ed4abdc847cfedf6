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
import { FileSettings } from './settings/file-settings.js';
import { IsOrigin } from './checks/is-origin.js';
import { IsSection } from './checks/is-section.js';
import { KeyLimitsSettings } from './settings/key-limit-settings.js';
import { LocalModelSettings } from './settings/local-model-settings.js';
import { MetricsSettings } from './settings/metrics-settings.js';
import { ModelSettings } from './settings/model-settings.js';
import { MediaSettings } from './settings/media-settings.js';
import { McpServerSettings } from './settings/mcp-server-settings.js';
import { TracingSettings } from './settings/tracing-settings.js';

export class LimitSettings {
  /** Largest body of a generation request in bytes. */
  @IsInt()
  @Min(1024)
  @Max(1_073_741_824)
  maxBodyBytes: number = 33_554_432;

  /** Bytes that the bodies of all requests in the works may have together; half of them may be of one owner. */
  @IsInt()
  @Min(65_536)
  @Max(1_099_511_627_776)
  maxBodyMemoryBytes: number = 1_073_741_824;

  /** Deepest nesting of a body. */
  @IsInt()
  @Min(8)
  @Max(1000)
  maxJsonDepth: number = 128;

  /** Most values in a body. */
  @IsInt()
  @Min(100)
  @Max(10_000_000)
  maxJsonValues: number = 200_000;

  /** Most tools that one request may offer. */
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

  /** Seconds that an idle connection is kept. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  keepAliveSeconds: number = 75;
}

export class StreamSettings {
  /** Seconds of silence after which a stream shows that it is alive. */
  @IsNumber()
  @Min(0.05)
  @Max(600)
  keepAliveSeconds: number = 10;
}

export class WebSocketSettings {
  /** Most connections that are open at a time. */
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  connections: number = 1000;

  /** Minutes after which a connection has to be opened anew. */
  @IsNumber()
  @Min(0.001)
  @Max(1440)
  maxConnectionMinutes: number = 60;

  /** Seconds between two pings. A client that shows no sign of life from one to the next is gone. */
  @IsNumber()
  @Min(0.05)
  @Max(600)
  heartbeatSeconds: number = 30;
}

export class IdempotencySettings {
  /** Hours that the answer to a request with an idempotency key is kept. */
  @IsInt()
  @Min(1)
  @Max(720)
  hours: number = 24;

  /** Seconds that such a request may run; a repetition may run it anew after that. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  leaseSeconds: number = 600;

  /** Seconds that a copy waits for the one that runs before it is told to come again. */
  @IsNumber()
  @Min(0)
  @Max(3600)
  waitSeconds: number = 30;

  /** Largest answer in bytes that is kept. */
  @IsInt()
  @Min(1024)
  @Max(67_108_864)
  maxResponseBytes: number = 8_388_608;
}

export class PolicySettings {
  /** What to do with hosted tools that this installation cannot run. */
  @IsIn(['warn', 'reject'])
  hostedTools: 'warn' | 'reject' = 'warn';

  /** Refuse unknown fields. */
  @IsBoolean()
  strict: boolean = false;

  /** Which names the usage of the responses dialect carries. */
  @IsIn(['both', 'input-output', 'prompt-completion'])
  usageNames: 'both' | 'input-output' | 'prompt-completion' = 'both';

  /** Send reasoning on the responses wire raw, too. */
  @IsBoolean()
  rawReasoning: boolean = false;
}

export class RetentionSettings {
  /** Days that stored responses are kept. */
  @IsInt()
  @Min(1)
  @Max(36_500)
  days: number = 30;
}

export class CorsSettings {
  /** Origins of browser pages that may call the service; `*` allows all. None by default. */
  @IsArray()
  @IsOrigin({ each: true })
  origins: string[] = [];
}

export class ShutdownSettings {
  /** Seconds that running answers get to finish. */
  @IsInt()
  @Min(0)
  @Max(3600)
  graceSeconds: number = 20;

  /** Seconds that readiness says no while everything is still served, so that a balancer looks elsewhere first. */
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
