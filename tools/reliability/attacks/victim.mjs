import { Agent, request as httpRequest } from 'node:http';
import { quantile } from '../figure.mjs';

/** Requests that wait for a response at most; one more counts as failed. */
const maxOpen = 512;
/** How long the last requests may take after the end of the attack. */
const lastMs = 5_000;

/**
 * @typedef {object} VictimOptions
 * @property {string} url
 * @property {string} key
 * @property {string} model
 * @property {number} intervalMs
 *
 * @typedef {object} VictimFigures
 * @property {number} count
 * @property {number} p50
 * @property {number} p99
 * @property {number} max
 * @property {Record<string, number>} failures number of failed requests by status
 */

/**
 * Sends a short request at a fixed rate, alternately stored responses and messages, whatever the service does with earlier
 * ones: so a long stop counts for each request that it delays.
 */
export class Victim {
  #agent = new Agent({ keepAlive: true, maxSockets: maxOpen });
  #times = [];
  #open = new Set();
  #failures = {};
  #sent = 0;
  #timer;
  #options;

  /** @param {VictimOptions} options */
  constructor(options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#send(), options.intervalMs);
  }

  /** @returns {Promise<VictimFigures>} */
  async stop() {
    clearInterval(this.#timer);
    const end = Date.now() + lastMs;
    while (this.#open.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const request of this.#open) request.destroy();
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#agent.destroy();
    const times = this.#times;
    return {
      count: this.#sent,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      max: Math.max(0, ...times),
      failures: this.#failures,
    };
  }

  #fail(reason) {
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1;
  }

  #send() {
    const isMessage = this.#sent++ % 2 === 1;
    if (this.#open.size >= maxOpen) return this.#fail('not sent');
    const { url, key, model } = this.#options;
    const prompt = 'Say hello.';
    const body = isMessage
      ? { model, max_tokens: 16, messages: [{ role: 'user', content: prompt }] }
      : { model, max_output_tokens: 16, input: prompt };
    const start = performance.now();
    const request = httpRequest(`${url}${isMessage ? '/v1/messages' : '/v1/responses'}`, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(isMessage ? { 'anthropic-version': '2023-06-01' } : {}),
      },
    });
    this.#open.add(request);
    const end = (failure) => {
      if (!this.#open.delete(request)) return;
      this.#times.push(performance.now() - start);
      if (failure !== undefined) this.#fail(failure);
    };
    request.once('response', (response) => {
      response.resume();
      response.once('error', () => undefined);
      response.once('close', () =>
        end(response.complete && response.statusCode === 200 ? undefined : String(response.statusCode)),
      );
    });
    request.on('error', () => end('connection'));
    request.end(JSON.stringify(body));
    return undefined;
  }
}
