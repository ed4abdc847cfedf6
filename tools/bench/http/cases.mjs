// The measured cases: each is one load on every system, with the target figures.
import { burst, paced, saturate, steady } from './loads.mjs';
import { quantile } from './numbers.mjs';
import { requestOf } from './requests.mjs';

/**
 * @typedef {object} Figures figures of one system in one round
 * @property {number} [unitUs] processor time for a request or a token, in microseconds
 * @property {number} [rate] requests or tokens per second
 * @property {number} [p50] median delay of a token or time of a request, in milliseconds
 * @property {number} [p99]
 * @property {number} [peakMb]
 * @property {number} failures
 * @property {number} [missing] tokens that never arrived
 */

const short = { tokens: 8 };
const burstTokens = 256;
const paceMs = 20;
const streams = 512;

/** The window of a warm-up. */
const unmeasured = { open: () => undefined, close: () => undefined };

const toMs = (us) => us / 1000;

function requestCase(name, title, what, connections) {
  return {
    name,
    title,
    unit: 'request',
    wholeAnswers: true,
    async run(system, { seconds, warmUp }, window) {
      const { count, failures, times } = await saturate(
        { url: system.url, request: requestOf(system, what), connections, seconds, warmUp },
        window,
      );
      return { count, failures, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    },
  };
}

function burstCase(dialect) {
  return {
    name: `burst-${dialect}`,
    title: `64 streams of 256 tokens at once, ${dialect}`,
    unit: 'token',
    async run(system, { seconds, warmUp }, window) {
      const request = requestOf(system, { dialect, order: { tokens: burstTokens }, stream: true });
      const { count, failures, delays } = await burst(
        { url: system.url, request, connections: 64, seconds, warmUp, tokens: burstTokens },
        window,
      );
      return { count, failures, p50: toMs(quantile(delays, 0.5)), p99: toMs(quantile(delays, 0.99)) };
    },
  };
}

function pacedCase(dialect) {
  return {
    name: `paced-${dialect}`,
    title: `512 streams at 50 tokens/s, ${dialect}`,
    unit: 'token',
    async run(system, { seconds, warmUp }, window) {
      const ask = (order) => requestOf(system, { dialect, order, stream: true });
      // Streams that span the entire window start before it, and cold code would start them well into it.
      if (warmUp > 1)
        await burst(
          { url: system.url, request: ask(short), connections: 32, seconds: warmUp, warmUp: 0, tokens: short.tokens },
          unmeasured,
        );
      const tokens = Math.ceil(((seconds + 2) * 1000) / paceMs);
      const { count, failures, missing, delays } = await paced(
        { url: system.url, request: ask({ tokens, gap: paceMs }), connections: streams, seconds, tokens },
        window,
      );
      return { count, failures, missing, p50: toMs(quantile(delays, 0.5)), p99: toMs(quantile(delays, 0.99)) };
    },
  };
}

function steadyCase(dialect) {
  return {
    name: `steady-${dialect}`,
    title: `200 short requests a second, ${dialect}`,
    unit: 'request',
    latency: true,
    async run(system, { seconds, warmUp }, window) {
      const { count, failures, times } = await steady(
        {
          url: system.url,
          request: system.request ?? requestOf(system, { dialect, order: short }),
          rate: 200,
          seconds,
          warmUp,
        },
        window,
      );
      return { count, failures, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    },
  };
}

export const cases = [
  requestCase('short-messages', 'short request, messages', { dialect: 'messages', order: short }, 32),
  requestCase('short-responses', 'short request, responses', { dialect: 'responses', order: short }, 32),
  requestCase(
    'short-stored',
    'short request, responses, stored',
    { dialect: 'responses', order: short, store: true },
    32,
  ),
  requestCase('large-messages', '103 KB request, messages', { dialect: 'messages', order: short, large: true }, 8),
  requestCase('large-responses', '103 KB request, responses', { dialect: 'responses', order: short, large: true }, 8),
  burstCase('messages'),
  burstCase('responses'),
  pacedCase('messages'),
  pacedCase('responses'),
  steadyCase('messages'),
  steadyCase('responses'),
];
