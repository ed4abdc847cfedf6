// Combines the environment and service.yaml into one validated configuration.
import { isUtf8 } from 'node:buffer';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { isModelReference, ModelFolder } from '@org/llama';
import { parseDocument, visit } from 'yaml';
import { parseApiKeys } from './parse-api-keys.js';
import { toBatchSettings, toJobSettings } from './settings/background-settings.js';
import { checkRetrievalModels } from './checks/check-hosted-tools.js';
import { ConfigError } from './checks/config-error.js';
import { Environment, environmentNames, fileNames, secretNames } from './environment.js';
import { expandHome } from './expand-home.js';
import { findEmptyKey } from './checks/find-empty-key.js';
import { findInheritedKey } from './checks/find-inherited-key.js';
import { downloadedModels, givenModels } from './given-models.js';
import { inFile } from './checks/in-file.js';
import type { AnyProviderSettings } from './providers/any-provider-settings.js';
import { withHardenedStorage } from './service-file.js';
import { checkKeyLimits, withHardenedLimits } from './settings/key-limit-settings.js';
import { toFetchSettings } from './settings/media-settings.js';
import { checkModels, providersOf, ModelSettings } from './settings/model-settings.js';
import { modelsFolder } from './models-folder.js';
import { secretsDigestOf } from './providers/secrets-digest.js';
import { UpstreamSettings } from './providers/upstream-settings.js';
import type { ServiceConfig, StoreLocation } from './service-config.js';
import { ServiceFile } from './service-file.js';
import { parseStoreKeys } from './parse-store-keys.js';
import { systemReason } from './system-reason.js';
import { toHostedToolSettings } from './settings/tool-settings.js';
import { toMcpServerSettings } from './settings/mcp-server-settings.js';
import { toUpstreamPolicy } from './settings/upstream-policy-settings.js';
import { validateSettings } from './checks/validate-settings.js';
import { withSecretFiles } from './checks/variable-of.js';
import { refuseQuotes, refuseUnreadPaths } from './checks/check-shell-quoting.js';

type Variables = Readonly<Record<string, string | undefined>>;

const dayMs = 86_400_000;

/**
 * Reads `given` variables and the configuration file; `modelArguments` are the models that the command line names.
 * Throws a ConfigError that names the first error.
 */
export function loadConfig(
  given: Variables,
  workingDirectory: string,
  modelArguments: readonly string[] = [],
): ServiceConfig {
  const variables = withSecretFiles(given, fileNames);
  refuseLineBreaks(variables);
  // Removing the quotes would invalidate everything signed with the secret, so a warning is enough.
  refuseQuotes(
    variables,
    environmentNames.filter((name) => name !== 'SERVER_SECRET'),
  );
  refuseUnreadPaths(variables, ['DATA_DIR', 'STORE_URL', 'SERVICE_CONFIG']);
  const environment = validateSettings(Environment, pickVariables(variables), 'environment');
  const dataDir = resolve(workingDirectory, environment.DATA_DIR);
  const apiKeys = environment.API_KEYS === undefined ? undefined : parseApiKeys(environment.API_KEYS);
  const path = configPath(environment.SERVICE_CONFIG, workingDirectory);
  const file = path === undefined ? validateSettings(ServiceFile, {}, 'defaults') : readServiceFile(path);
  const media = toFetchSettings(file.media);
  const { models, mcpServers, tools } = inFile(path, () => {
    checkPorts(file.metrics, environment);
    return {
      models: resolveModelPaths(
        withServiceSettings(modelsOf(file, givenModels(modelArguments, workingDirectory), dataDir), file, given),
        path === undefined ? workingDirectory : dirname(path),
        dataDir,
      ),
      mcpServers: toMcpServerSettings(file.mcpServers, given),
      tools: toHostedToolSettings(file.tools, given, path === undefined ? workingDirectory : dirname(path)),
    };
  });
  inFile(path, () => checkRetrievalModels(file.tools.fileSearch, models));
  const hardened = isHardened(file.limits.profile, environment.HOST);
  return {
    ...(path === undefined ? {} : { file: path }),
    servesDownloads: path === undefined,
    host: environment.HOST,
    port: environment.PORT,
    ...(environment.PUBLIC_URL === undefined ? {} : { publicUrl: environment.PUBLIC_URL.replace(/\/+$/, '') }),
    dataDir,
    store: storeLocation(environment.STORE_URL, dataDir, workingDirectory),
    storeKeys: environment.STORE_KEYS === undefined ? [] : parseStoreKeys(environment.STORE_KEYS),
    ...(apiKeys === undefined ? {} : { apiKeys }),
    ...(environment.SERVER_SECRET === undefined ? {} : { serverSecret: environment.SERVER_SECRET }),
    models,
    localModels: file.localModels,
    limits: hardened ? withHardenedStorage(file.limits) : file.limits,
    keyLimits: hardened ? withHardenedLimits(file.keyLimits) : file.keyLimits,
    stream: file.stream,
    websocket: file.websocket,
    idempotency: file.idempotency,
    policy: file.policy,
    retentionMs: file.retention.days * dayMs,
    ...(file.retention.conversationDays === undefined
      ? {}
      : { conversationRetentionMs: file.retention.conversationDays * dayMs }),
    auditRetentionMs: file.retention.auditDays * dayMs,
    background: toJobSettings(file.background),
    batches: toBatchSettings(file.background),
    files: file.files,
    fileSearch: file.tools.fileSearch,
    ...(media === undefined ? {} : { media }),
    ...(mcpServers === undefined ? {} : { mcpServers }),
    tools,
    ...(file.metrics === undefined ? {} : { metrics: file.metrics }),
    ...(file.tracing === undefined ? {} : { tracing: file.tracing }),
    corsOrigins: file.cors.origins,
    shutdown: { announceMs: file.shutdown.announceSeconds * 1000, graceMs: file.shutdown.graceSeconds * 1000 },
    logLevel: environment.LOG_LEVEL,
    logFormat: environment.LOG_FORMAT,
    logsUpstreamMessages: file.errors.logUpstreamMessages,
  };
}

function pickVariables(variables: Variables): object {
  const known = environmentNames.map((name) => [name, variables[name]] as const);
  return Object.fromEntries(
    known.filter(([name, value]) => value !== undefined && (value !== '' || secretNames.has(name))),
  );
}

/** Variables that are used literally. A file or folder with such a name would differ from the intended one. */
const literalVariables = [
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'STORE_URL',
  'SERVICE_CONFIG',
  'LOG_LEVEL',
  'LOG_FORMAT',
] as const;

function refuseLineBreaks(variables: Variables): void {
  const broken = literalVariables.find((name) => /[\r\n]/.test(variables[name] ?? ''));
  if (broken !== undefined)
    throw new ConfigError(
      `environment: ${broken} contains a line break; remove it (echo adds one at the end, printf does not)`,
    );
}

function configPath(given: string | undefined, workingDirectory: string): string | undefined {
  if (given !== undefined) return resolve(workingDirectory, given);
  const [yamlPath, ymlPath] = [join(workingDirectory, 'service.yaml'), join(workingDirectory, 'service.yml')];
  if (existsSync(yamlPath)) return yamlPath;
  if (existsSync(ymlPath))
    throw new ConfigError(
      `the service does not read ${ymlPath}; rename it to service.yaml, or set SERVICE_CONFIG to its path`,
    );
  return undefined;
}

/**
 * Reads and validates a configuration file. A file without models is rejected: a truncated file must not select the
 * demo model.
 */
export function readServiceFile(path: string): ServiceFile {
  let bytes: Buffer;
  try {
    // Reading a pipe waits for its writer, forever if there is none.
    if (isPipeOrDevice(path))
      throw new ConfigError(
        `the configuration file ${path} is a pipe or a device, which the service cannot read again on SIGHUP; use a file`,
      );
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `the configuration file ${path} cannot be read: ${systemReason(error)}; set SERVICE_CONFIG to a file that this user may read`,
    );
  }
  if (isUtf16(bytes)) throw new ConfigError(`${path} is in UTF-16; save it in UTF-8`);
  if (!isUtf8(bytes))
    throw new ConfigError(`${path} is not in UTF-8 (line ${firstLineOutside(bytes)}); save it in UTF-8`);
  const plain = readYaml(bytes.toString('utf8'), path) ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain)) throw new ConfigError(`${path} must contain one object`);
  const inherited = findInheritedKey(plain);
  if (inherited !== undefined) throw new ConfigError(`${path}: ${inherited} is not a known key`);
  const empty = findEmptyKey(plain);
  if (empty !== undefined) throw new ConfigError(`${path}: ${empty} has no value; set one, or remove the key`);
  const file = validateSettings(ServiceFile, plain, path);
  if (!Array.isArray(file.models))
    throw new ConfigError(
      `${path} has no models; for the built-in model write: models: [{ name: demo, provider: { kind: llama, model: demo } }]`,
    );
  checkModels(file.models, path);
  checkKeyLimits(file.keyLimits, path);
  return file;
}

function isPipeOrDevice(path: string): boolean {
  const stats = statSync(path);
  return !stats.isFile() && !stats.isDirectory();
}

/** Whether the file starts with the byte order mark that some editors and shells of Windows write. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The first line that is not UTF-8, counted from 1. A line break is part of no other character. */
function firstLineOutside(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
}

function readYaml(text: string, path: string): unknown {
  // Merge keys (`<<`) belong to YAML 1.1, and are the usual way to share settings between models.
  const document = parseDocument(text, { prettyErrors: true, merge: true });
  const [fault] = document.errors;
  if (fault?.code === 'MULTIPLE_DOCS')
    throw new ConfigError(
      `${path} contains several documents (--- at line ${fault.linePos?.[0].line ?? 'unknown'}); put all settings into one`,
    );
  if (fault !== undefined) throw notYaml(path, fault);
  visit(document, {
    Alias(_key, alias, parents) {
      const target = alias.resolve(document);
      if (parents.some((parent) => parent === target))
        throw notYaml(path, new Error(`*${alias.source} refers to a node that contains it`));
    },
  });
  try {
    return document.toJS();
  } catch (error) {
    // An alias that resolves to nothing, or to too much.
    throw notYaml(path, error);
  }
}

function notYaml(path: string, error: unknown): ConfigError {
  return new ConfigError(
    `${path} is not valid YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : ''}; correct it there`,
  );
}

/**
 * The models to serve: those of the command line, and those of the file. Without a file, the downloaded models are
 * served, and the demo model where the command line names none.
 */
function modelsOf(
  { models }: ServiceFile,
  fromArguments: readonly ModelSettings[],
  dataDir: string,
): readonly ModelSettings[] {
  const names = new Set(fromArguments.map(({ name }) => name));
  if (models !== undefined) return [...fromArguments, ...models.filter(({ name }) => !names.has(name))];
  const first = fromArguments.length > 0 ? fromArguments : [demoModel()];
  return [...first, ...downloadedModels(new ModelFolder(modelsFolder(dataDir)).references(), first)];
}

function demoModel(): ModelSettings {
  return validateSettings(ModelSettings, { name: 'demo', provider: { kind: 'llama', model: 'demo' } }, 'defaults');
}

/** A provider knows its effective settings and secrets, so that a reload creates it again when they change. */
function withServiceSettings(
  models: readonly ModelSettings[],
  { errors, policy, upstreamPolicy, media, localModels }: ServiceFile,
  variables: Variables,
): readonly ModelSettings[] {
  for (const model of models) {
    const modelPolicy = toUpstreamPolicy(upstreamPolicy, model.upstreamPolicy, policy);
    for (const provider of providersOf(model)) {
      if (provider.kind === 'llama') provider.sandbox = localModels.sandbox;
      if (!(provider instanceof UpstreamSettings)) continue;
      if (modelPolicy.mediaUrls === 'fetch' && !media.fetch)
        throw new ConfigError(
          `models: "${model.name}": upstreamPolicy.mediaUrls is "fetch", which needs media.fetch: true`,
        );
      provider.upstreamMessages = (model.errors ?? errors).upstreamMessages;
      provider.upstreamPolicy = modelPolicy;
      const secretsDigest = secretsDigestOf(provider, variables);
      if (secretsDigest !== undefined) provider.secretsDigest = secretsDigest;
    }
  }
  return models;
}

/**
 * Paths of model files are relative to the file that names them; packages are looked up next to it, then in the data
 * folder.
 */
function resolveModelPaths(models: readonly ModelSettings[], base: string, dataDir: string): readonly ModelSettings[] {
  for (const model of models) {
    for (const provider of providersOf(model)) resolveProviderPaths(provider, model.name, base, dataDir);
  }
  return models;
}

function resolveProviderPaths(provider: AnyProviderSettings, name: string, base: string, dataDir: string): void {
  if (provider.kind === 'ai-sdk') provider.folders = [base, join(dataDir, 'packages')];
  if (provider.kind === 'llama') provider.privatePaths = [dataDir];
  if (provider.kind === 'llama' && provider.gpu === true) provider.compiledFolder = join(dataDir, 'compiled');
  if (provider.kind === 'llama' && isModelReference(provider.model)) {
    provider.modelsFolder = modelsFolder(dataDir);
    return;
  }
  if (provider.kind === 'llama' && provider.model !== 'demo')
    provider.model = resolve(base, expandHome(provider.model));
  if (provider.kind === 'llama' && provider.model !== 'demo') checkReadable(provider.model, name);
}

function checkReadable(path: string, name: string): void {
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isFile()) return;
  } catch (error) {
    throw new ConfigError(
      `models: the file ${path} of "${name}" cannot be read: ${systemReason(error)}; correct the path, or download a file with: npm run model -- pull hf:ORG/REPO/FILE.gguf`,
    );
  }
  throw new ConfigError(`models: ${path} of "${name}" is not a file; set the path of the .gguf file`);
}

/** The second listener would blame another program. */
function checkPorts(metrics: ServiceFile['metrics'], { HOST, PORT }: Environment): void {
  if (
    metrics?.port === PORT &&
    PORT !== 0 &&
    (metrics.host === HOST || covers(metrics.host, HOST) || covers(HOST, metrics.host))
  )
    throw new ConfigError(`metrics.port is ${PORT}, the same as PORT; set another port for the metrics`);
}

/** Whether `wildcard` is a wildcard address that includes `host`. */
function covers(wildcard: string, host: string): boolean {
  return wildcard === '::' || (wildcard === '0.0.0.0' && isIP(host) !== 6);
}

function storeLocation(url: string | undefined, dataDir: string, workingDirectory: string): StoreLocation {
  if (url === undefined) return { kind: 'sqlite', path: join(dataDir, 'service.db') };
  return url.startsWith('sqlite:')
    ? { kind: 'sqlite', path: resolve(workingDirectory, url.slice('sqlite:'.length)) }
    : { kind: 'postgres', url };
}

/** Whether limits that protect clients from each other have defaults. */
export function isHardened(profile: ServiceConfig['limits']['profile'], host: string): boolean {
  return profile === 'hardened' || (profile === 'auto' && !isLoopback(host));
}

/** Whether only this machine can reach `host`. A name other than `localhost` may resolve to anything. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return (isIP(host) === 4 && host.startsWith('127.')) || host === '::1';
}
