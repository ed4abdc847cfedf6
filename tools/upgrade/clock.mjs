// Loaded into a service (node --import): its clock, in every thread, is FIXTURE_CLOCK_DAYS days ahead, to test the
// later state of the stores.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const ahead = Number(process.env.FIXTURE_CLOCK_DAYS ?? 0) * 86_400_000;
if (ahead !== 0) {
  const Now = globalThis.Date;
  globalThis.Date = class extends Now {
    constructor(...values) {
      if (values.length === 0) super(Now.now() + ahead);
      else super(...values);
    }
    static now() {
      return Now.now() + ahead;
    }
  };
  if (isMainThread) {
    const threads = createRequire(import.meta.url)('node:worker_threads');
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(url, options = {}) {
        super(url, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] });
      }
    };
    syncBuiltinESMExports();
  }
}
