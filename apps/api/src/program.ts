// What the program does with its options, once it is loaded.
import { closeSync, openSync } from 'node:fs';
import { EngineError, systemClock } from '@org/engine';
import { inspectModelFile, ModelFolder } from '@org/llama';
import { createRandomIdSource } from './identity/random-id-source.js';
import { pino, type Logger } from 'pino';
import { banner } from './banner.js';
import { ConfigError } from './config/checks/config-error.js';
import { configurationWarnings } from './config/configuration-warnings.js';
import { modelPaths } from './config/given-models.js';
import { isModelArgument } from './config/is-model-argument.js';
import { loadConfig } from './config/load-config.js';
import { modelsFolder } from './config/models-folder.js';
import type { ServiceConfig } from './config/service-config.js';
import type { EarlySignals } from './early-signals.js';
import { fileDescriptorWarning } from './file-descriptor-warning.js';
import { eraseProgram } from './erasure/erase-program.js';
import { isoTime } from './iso-time.js';
import { keyProgram } from './keys/key-program.js';
import { logDestination } from './log-destination.js';
import { modelProgram } from './model-files/model-program.js';
import { watchModelFiles } from './model-files/watch-model-files.js';
import { serviceVersion } from './openapi/service-version.js';
import { programHelp } from './program-help.js';
import type { Service } from './service.js';
import { StopSignals } from './stop-signals.js';
import { storeKeysProgram } from './store-keys-program.js';

const ids = createRandomIdSource();
const clock = systemClock;

/**
 * Serves, or runs the command in `options`. Exits the process when it cannot. `early` handles signals until the
 * service does.
 */
export function runProgram(options: readonly string[], early: EarlySignals): Promise<void> {
  return main(options, early).catch(fail);
}

async function main(options: readonly string[], early: EarlySignals): Promise<void> {
  const help = options[0] === '--version' ? serviceVersion() : programHelp(options);
  if (help !== undefined) {
    process.stdout.write(`${help}\n`);
    return;
  }
  const modelArguments = options.every(isModelArgument) ? options : [];
  // Before the log starts: what is wrong with them is the user's first contact with the program.
  for (const path of modelPaths(modelArguments, process.cwd())) await inspectModelFile(path);
  const readConfig = (): ServiceConfig => loadConfig(process.env, process.cwd(), modelArguments);
  const config = readConfig();
  const [verb, ...rest] = options;
  if (verb === 'key') {
    process.stdout.write(`${await keyProgram(rest, config, ids, clock)}\n`);
    return;
  }
  if (verb === 'erase') {
    process.stdout.write(`${await eraseProgram(rest, config, ids, clock)}\n`);
    return;
  }
  if (verb === 'model') {
    process.stdout.write(`${await modelProgram(rest, config, process.env, process.stderr)}\n`);
    return;
  }
  if (verb === 'chat') {
    const { chatProgram } = await import('./chat/chat-program.js');
    const parts = { ids, clock, variables: process.env };
    await chatProgram(rest, config, parts, { input: process.stdin, output: process.stdout });
    process.exit(0);
  }
  if (verb === 'store-keys' && rest.length === 0) {
    process.stdout.write(`${await storeKeysProgram(config)}\n`);
    return;
  }
  if (options.length > modelArguments.length)
    throw new ConfigError(
      `${options.join(' ')} is neither a command, an option nor a model; --help lists the commands, models are paths (./my.gguf) or hf:ORG/REPO, and settings such as PORT are environment variables`,
    );
  const timestamp = isoTime();
  const log = pino({ level: config.logLevel, base: null, timestamp }, logDestination(timestamp, logFormat(config)));
  for (const warning of configurationWarnings(config, process.env)) log.warn(warning);
  // Most of the program; commands, and a start that cannot work, do not need it.
  const starting = Promise.all([import('./service.js'), import('./engine/create-language-model.js')]).then(
    ([{ startService }, { createLanguageModel }]) =>
      startService({
        config,
        clock,
        ids,
        log,
        createLanguageModel: (settings, memory, policies) =>
          createLanguageModel(settings, process.env, memory, log, policies),
      }),
  );
  handleSignals(starting, log, early, readConfig);
  const service = await starting;
  if (config.servesDownloads) {
    const folder = new ModelFolder(modelsFolder(config.dataDir));
    void watchModelFiles(
      () => folder.list(),
      () => reload(service, log, readConfig),
    );
  }
  log.info({ version: serviceVersion(), url: service.url, tools: service.tools }, 'started');
  process.stdout.write(banner(service, { dataDir: config.dataDir, configuredKeys: config.apiKeys !== undefined }));
}

/** A person reads a terminal; programs read anything else. */
function logFormat({ logFormat: format }: ServiceConfig): 'json' | 'text' {
  return format === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : format;
}

/**
 * SIGHUP reloads the models, unless the terminal sends it; `StopSignals` handles the others. A start may take
 * minutes, for model files: a stop ends it at once, and a reload runs after it.
 */
function handleSignals(
  starting: Promise<Service>,
  log: Logger,
  early: EarlySignals,
  readConfig: () => ServiceConfig,
): void {
  const terminal = process.stdin.isTTY || process.stdout.isTTY;
  const signals = new StopSignals();
  let service: Service | undefined;
  const started = starting.then(
    (made) => (service = made),
    () => undefined,
  );
  const reloadWhenStarted = async (): Promise<void> => {
    const made = await started;
    if (made !== undefined && !signals.stopping) await reload(made, log, readConfig);
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (service === undefined) process.exit(0);
    const action = signals.take(signal, performance.now());
    if (action === 'force') {
      log.warn({ signal }, 'stopped immediately');
      process.exit(1);
    }
    if (action === 'nothing') return;
    log.info({ signal }, 'stopping');
    service.close().then(
      (abandonedWrites) => {
        log.info('stopped');
        process.exit(abandonedWrites === 0 ? 0 : 1);
      },
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const onHangUp = (): void => {
    if (terminal && isTerminalClosed()) stop('SIGHUP');
    else void reloadWhenStarted();
  };
  process.on('SIGHUP', onHangUp);
  if (early.handOver().hangUpReceived) onHangUp();
}

function isTerminalClosed(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

async function reload(service: Service, log: Logger, readConfig: () => ServiceConfig): Promise<void> {
  try {
    await service.reload(readConfig);
  } catch (error) {
    const reason =
      error instanceof ConfigError || error instanceof EngineError ? { reason: error.message } : { err: error };
    log.error(reason, 'configuration rejected; the models stay unchanged');
  }
}

function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof EngineError;
  process.stderr.write(
    isExpected
      ? `${error.message}\n`
      : `The service failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  const descriptorWarning = fileDescriptorWarning();
  if (descriptorWarning !== undefined) process.stderr.write(`${descriptorWarning}\n`);
  process.exit(1);
}
