// Simulates a load balancer: it polls the readiness of every replica, and sends requests only to those that were
// ready last.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Interval between two readiness requests, in milliseconds: much less than the time for which a replica reports not
 * ready before it stops accepting requests.
 */
const everyMs = 100;

/**
 * Watches replicas until `stop`. They count as ready at first.
 * @param {readonly import('./service-process.mjs').ServiceProcess[]} services
 */
export function watchReadiness(services) {
  const ready = new Set(services);
  const stopped = new AbortController();
  const watch = async (service) => {
    while (!stopped.signal.aborted) {
      if (await service.isReady()) ready.add(service);
      else ready.delete(service);
      await pause(everyMs);
    }
  };
  const watching = Promise.all(services.map(watch));
  return {
    /** Those that are ready now. */
    get ready() {
      return [...ready];
    },
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}
