import { send } from '../http-call.mjs';

const intervalMs = 500;
/** A supervisor gives up after some seconds; the check does so later, to see how long it took. */
const timeoutMs = 10_000;

/**
 * Requests both health endpoints twice a second, each on a new connection, as a supervisor does.
 */
export class HealthProbe {
  #slowestMs = 0;
  #failures = [];
  #running = new Set();
  #timer;

  /** @param {string} url */
  constructor(url) {
    this.#timer = setInterval(() => {
      for (const path of ['/health/live', '/health/ready']) this.#probe(url, path);
    }, intervalMs);
  }

  /** @returns {Promise<{ slowestMs: number, failures: string[] }>} */
  async stop() {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    return { slowestMs: this.#slowestMs, failures: [...new Set(this.#failures)].slice(0, 5) };
  }

  #probe(url, path) {
    const start = performance.now();
    const probe = send({ url, path, headers: { connection: 'close' }, timeoutMs })
      .then(
        ({ status }) => status !== 200 && this.#failures.push(`${path} has status ${status}`),
        (error) => this.#failures.push(`${path}: ${error.message}`),
      )
      .finally(() => {
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - start);
        this.#running.delete(probe);
      });
    this.#running.add(probe);
  }
}
