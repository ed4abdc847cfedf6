// The program: `node main.js [--new-key]`.
import { createRandomIdSource } from '@org/engine/identity/random-id-source';
import { EngineError } from '@org/engine/errors/engine-error';
import { systemClock } from '@org/engine/ports/clock';
import { pino, stdTimeFunctions } from 'pino';
import { banner } from './banner.js';
import { ConfigError } from './config/config-error.js';
import { loadConfig } from './config/load-config.js';
import { createGenerator } from './engine/create-generator.js';
import { newKey } from './new-key.js';
import { startService, type Service } from './service.js';

const ids = createRandomIdSource();
const clock = systemClock;

async function main(options: readonly string[]): Promise<void> {
  const config = loadConfig(process.env, process.cwd());
  const unknown = options.find((option) => option !== '--new-key');
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not an option; there is only --new-key`);
  if (options.includes('--new-key')) {
    process.stdout.write(`${await newKey(config, ids, clock)}\n`);
    return;
  }
  const log = pino({ level: config.logLevel, base: null, timestamp: stdTimeFunctions.isoTime });
  const service = await startService({ config, clock, ids, log, createGenerator: (settings) => createGenerator(settings, process.env) });
  stopOnSignals(service);
  process.stdout.write(banner(service, { dataDir: config.dataDir, configuredKeys: config.apiKeys !== undefined }));
}

/** The first signal stops gently, the second at once. */
function stopOnSignals(service: Service): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

function fail(error: unknown): never {
  const foreseen = error instanceof ConfigError || error instanceof EngineError;
  process.stderr.write(foreseen ? `${error.message}\n` : `The service failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
