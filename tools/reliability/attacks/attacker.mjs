// What an attack can do: requests and connections with the attacker's key. It counts what the service responded.
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { inParallel } from '../in-parallel.mjs';
import { RawSocket } from './raw-socket.mjs';

/** Bytes of a response that are stored; the rest is discarded. */
const maxStoredBytes = 262_144;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/**
 * @typedef {object} Call
 * @property {string} [method] default: POST with a body, GET without
 * @property {string} path
 * @property {unknown} [body] sent as JSON
 * @property {Buffer} [content] sent unchanged instead of a body
 * @property {Record<string, string>} [headers]
 * @property {string | null} [key] default: that of the attacker; `null` sends none
 *
 * @typedef {{ status: number | string, headers: import('node:http').IncomingHttpHeaders, text: string }} Reply
 */

export class Attacker {
  /** Number of responses by status; `closed` without a response, `timeout` at the end of the attack. */
  statuses = /** @type {Record<string, number>} */ ({});
  /** What must not happen, in a sentence each. @type {Set<string>} */
  faults = new Set();
  /** The start of one response of each status. @type {Record<string, string>} */
  examples = {};
  #open = new Set();

  /**
   * @param {object} options
   * @param {string} options.url
   * @param {Record<'attacker' | 'victim', string>} options.keys
   * @param {number} options.scale
   * @param {AbortSignal} options.signal aborts at the end of the attack
   * @param {import('./recording-upstream.mjs').RecordingUpstream} options.upstream
   */
  constructor({ url, keys, scale, signal, upstream }) {
    this.url = new URL(url);
    this.keys = keys;
    this.scale = scale;
    this.signal = signal;
    this.upstream = upstream;
    signal.addEventListener('abort', () => {
      for (const closable of this.#open) closable.destroy();
      agent.destroy();
    });
  }

  /**
   * A number of the attack as it was first seen, times the scale.
   * @param {number} number
   * @param {number} [max] beyond which more adds nothing but time
   */
  count(number, max = Infinity) {
    return Math.max(1, Math.min(max, Math.round(number * this.scale)));
  }

  fault(text) {
    if (this.faults.size < 20) this.faults.add(text);
  }

  /** Counts a response. @param {number | string} status */
  saw(status, text = '') {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (text !== '') this.examples[status] ??= text.slice(0, 300);
    if (status === 500) this.fault('a response has status 500');
  }

  /** Sends a request of the attack and counts its status. @param {Call} call */
  async send(call) {
    const reply = await this.#send(call);
    this.saw(reply.status, reply.text);
    return reply;
  }

  /** Sends a request whose success the attack needs, without counting it. @param {Call} call */
  async need(call) {
    const { status, text } = await this.#send(call, Infinity);
    if (status !== 200) throw new Error(`${call.path} has status ${status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  /** Sends one of `call` for each number below `total`, `width` at a time. */
  async flood(total, width, call) {
    const numbers = Array.from({ length: total }, (_, at) => at);
    await inParallel(numbers, Math.min(width, total), async (at) => {
      if (!this.signal.aborted) await this.send(call(at));
    });
  }

  /** Repeats `work` in `width` concurrent loops until the end of the attack. */
  async repeat(width, work) {
    const loop = async (at) => {
      for (let n = at; !this.signal.aborted; n += width) await work(n);
    };
    await Promise.all(Array.from({ length: width }, (_, at) => loop(at)));
  }

  /** A connection of which the attack writes every byte. Its responses are counted when it closes. */
  openSocket() {
    const socket = new RawSocket(connect(Number(this.url.port), this.url.hostname));
    this.#open.add(socket);
    void socket.closed.then(() => this.#open.delete(socket));
    return socket;
  }

  /** The head of a request with the attacker's key. */
  head(method, path, headers = {}, key = this.keys.attacker) {
    const lines = Object.entries({
      host: this.url.host,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  }

  /** Waits until the end of the attack. */
  end() {
    return new Promise((resolve) => {
      if (this.signal.aborted) resolve(undefined);
      else this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  /** @returns {Promise<Reply>} */
  #send({ path, body, content, headers = {}, key = this.keys.attacker, method }, maxBytes = maxStoredBytes) {
    const bytes = content ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    return new Promise((resolve) => {
      const end = (status, response, text = '') => {
        this.#open.delete(request);
        resolve({ status, headers: response?.headers ?? {}, text });
      };
      const request = httpRequest({
        host: this.url.hostname,
        port: this.url.port,
        path,
        method: method ?? (bytes === undefined ? 'GET' : 'POST'),
        agent,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...headers,
        },
      });
      this.#open.add(request);
      request.once('response', (response) => {
        let text = '';
        response.on('data', (chunk) => {
          if (text.length < maxBytes) text += chunk.toString('latin1');
        });
        response.once('error', () => undefined);
        response.once('close', () => end(response.statusCode, response, text));
      });
      request.on('error', () => end(this.signal.aborted ? 'unfinished' : 'closed'));
      request.end(bytes);
    });
  }
}
