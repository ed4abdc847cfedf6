import { type JobSettings, type StoreKeyEntry } from '@org/engine';
import { type FetchSettings } from '@org/hosted-tools';
import type { McpServerSettings } from '@org/hosted-tools';
import type { ConfiguredKey } from './parse-api-keys.js';
import type { BatchSettings } from './settings/background-settings.js';
import type { FileSearchSettings } from './settings/file-search-settings.js';
import type { FileSettings } from './settings/file-settings.js';
import type { Environment } from './environment.js';
import type { KeyLimitsSettings } from './settings/key-limit-settings.js';
import type { MetricsSettings } from './settings/metrics-settings.js';
import type { ModelSettings } from './settings/model-settings.js';
import type { LocalModelSettings } from './settings/local-model-settings.js';
import type { TracingSettings } from './settings/tracing-settings.js';
import type { HostedToolSettings } from './settings/tool-settings.js';
import type {
  IdempotencySettings,
  LimitSettings,
  PolicySettings,
  StreamSettings,
  WebSocketSettings,
} from './service-file.js';

/** Everything that can be set, checked and with defaults filled in. */
export interface ServiceConfig {
  /** The configuration file that was read. Absent: there is none. */
  readonly file?: string;
  /** Whether downloaded models are served: without a configuration file, which otherwise lists all models. */
  readonly servesDownloads: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Public URL for clients, without a trailing slash. Absent: derived from the request. */
  readonly publicUrl?: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly store: StoreLocation;
  /** Keys that encrypt the contents of the store: the first encrypts new contents. None: contents are unencrypted. */
  readonly storeKeys: readonly StoreKeyEntry[];
  /** Absent: the keys that the store knows. */
  readonly apiKeys?: readonly ConfiguredKey[];
  readonly serverSecret?: string;
  /** In the order in which they are matched; paths in it are absolute. */
  readonly models: readonly ModelSettings[];
  readonly localModels: LocalModelSettings;
  readonly limits: LimitSettings;
  /** Rate limits per key. */
  readonly keyLimits: KeyLimitsSettings;
  readonly stream: StreamSettings;
  readonly websocket: WebSocketSettings;
  readonly idempotency: IdempotencySettings;
  readonly policy: PolicySettings;
  /** Retention of a stored response in milliseconds. */
  readonly retentionMs: number;
  /** Time after its last item until a conversation is deleted, in milliseconds. Absent: never. */
  readonly conversationRetentionMs?: number;
  /** Retention of an audit event in milliseconds. */
  readonly auditRetentionMs: number;
  /** How this process makes background responses. */
  readonly background: JobSettings;
  /** What is different for message batches. */
  readonly batches: BatchSettings;
  /** Limits for the size and number of uploaded files. */
  readonly files: FileSettings;
  /** Vector stores, and the search in them. */
  readonly fileSearch: FileSearchSettings;
  /** How URLs in requests are fetched. Absent: they are not. */
  readonly media?: FetchSettings;
  /** Which servers of tools clients may use. Absent: none. */
  readonly mcpServers?: McpServerSettings;
  /** The hosted tools that the service runs. */
  readonly tools: HostedToolSettings;
  /** Listener for metrics. Absent: none. */
  readonly metrics?: MetricsSettings;
  /** Where spans go. Absent: none is recorded. */
  readonly tracing?: TracingSettings;
  readonly corsOrigins: readonly string[];
  readonly shutdown: ShutdownTimes;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly logFormat: Environment['LOG_FORMAT'];
  /** Whether the log has the messages of upstreams. */
  readonly logsUpstreamMessages: boolean;
}

/** Milliseconds. */
export interface ShutdownTimes {
  /** Readiness fails while everything is still served. */
  readonly announceMs: number;
  /** Afterwards: new requests are rejected, running responses may finish. */
  readonly graceMs: number;
}

export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };
