// How a system is loaded. Each load runs a while before its window opens, so that connections and code are warm, and
// counts what ends inside of the window; processor time and machine are read at its two ends.
import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from './http-connection.mjs';
import { TokenReader } from './token-reader.mjs';

/**
 * @typedef {object} Window
 * @property {() => void} open
 * @property {() => void} close
 */

/** The progress of a load: its window opens after a warm-up and closes `seconds` later, which ends the load. */
class Span {
  counting = false;
  ended = false;

  /** Resolves when the window is closed. */
  async run(window, warmUpMs, seconds) {
    await pause(warmUpMs);
    this.counting = true;
    window.open();
    await pause(seconds * 1000);
    window.close();
    this.counting = false;
    this.ended = true;
  }
}

/** Sends consecutive requests on each connection. `listen` creates the reader of one response. */
async function repeat({ url, request, connections, seconds, warmUp }, window, span, listen) {
  const workers = Array.from({ length: connections }, () => {
    return new Promise((resolve) => {
      const connection = new HttpConnection(url);
      const next = () => {
        if (span.ended || !connection.usable) {
          connection.close();
          resolve();
          return;
        }
        const { data, end } = listen();
        connection.send(request, {
          data,
          end: (status) => {
            end(status);
            next();
          },
        });
      };
      next();
    });
  });
  await span.run(window, warmUp * 1000, seconds);
  await Promise.all(workers);
}

const responsePattern = /@\d{13} /;

/** Sends requests as fast as responses arrive. */
export async function saturate(load, window) {
  const span = new Span();
  const times = [];
  let count = 0;
  let failures = 0;
  await repeat(load, window, span, () => {
    const sentAt = performance.now();
    let good = false;
    return {
      data: (text) => (good ||= responsePattern.test(text)),
      end: (status) => {
        if (!span.counting) return;
        if (status === 200 && good) count += 1;
        else failures += 1;
        times.push(performance.now() - sentAt);
      },
    };
  });
  return { count, failures, times };
}

/** Streams as fast as they end; counts tokens. */
export async function burst(load, window) {
  const span = new Span();
  const delays = [];
  let count = 0;
  let failures = 0;
  await repeat(load, window, span, () => {
    let seen = 0;
    const reader = new TokenReader((delay) => {
      seen += 1;
      if (!span.counting) return;
      count += 1;
      if (count % 16 === 0) delays.push(delay);
    });
    return {
      data: (text) => reader.push(text),
      end: (status) => {
        if (status !== 200 || seen !== load.tokens) failures += 1;
      },
    };
  });
  return { count, failures, delays };
}

const spreadMs = 1000;

/** Streams that span the entire window at the upstream's pace, started one by one within a second. */
export async function paced({ url, request, connections, seconds, tokens }, window) {
  const span = new Span();
  let count = 0;
  let failures = 0;
  let missing = 0;
  const delays = [];
  const streams = Array.from({ length: connections }, async (_, index) => {
    await pause((index * spreadMs) / connections);
    const connection = new HttpConnection(url);
    let seen = 0;
    const reader = new TokenReader((delay) => {
      seen += 1;
      if (!span.counting) return;
      count += 1;
      delays.push(delay);
    });
    const status = await new Promise((resolve) =>
      connection.send(request, { data: (text) => reader.push(text), end: resolve }),
    );
    if (status !== 200) failures += 1;
    missing += tokens - seen;
    connection.close();
  });
  await span.run(window, spreadMs + 500, seconds);
  await Promise.all(streams);
  return { count, failures, missing, delays };
}

/** Sends requests at a constant rate, independent of the duration of earlier ones. */
export async function steady({ url, request, rate, seconds, warmUp, connections = 16 }, window) {
  const idle = Array.from({ length: connections }, () => new HttpConnection(url));
  let onIdle = () => undefined;
  const times = [];
  const span = new Span();
  let failures = 0;
  let open = 0;
  const send = () => {
    const connection = idle.pop() ?? new HttpConnection(url);
    const counted = span.counting;
    const sentAt = performance.now();
    open += 1;
    connection.send(request, {
      end: (status) => {
        open -= 1;
        if (counted) times.push(performance.now() - sentAt);
        if (status !== 200) failures += 1;
        // The connection that was idle longest is used next, so that all stay equally warm.
        idle.unshift(connection);
        onIdle();
      },
    });
  };
  const timer = setInterval(send, 1000 / rate);
  await span.run(window, warmUp * 1000, seconds);
  clearInterval(timer);
  if (open > 0) {
    await new Promise((resolve) => {
      onIdle = () => open === 0 && resolve();
    });
  }
  for (const connection of idle) connection.close();
  return { count: times.length, failures, times };
}

const timeoutMs = 20_000;

/** Milliseconds from the start of a process to its first successful response. */
export async function measureFirstResponse({ url, request, startedAt }) {
  while (performance.now() - startedAt < timeoutMs) {
    const connection = new HttpConnection(url);
    const status = await new Promise((resolve) => connection.send(request, { end: resolve }));
    connection.close();
    if (status === 200) return performance.now() - startedAt;
    await pause(2);
  }
  throw new Error('a process did not respond in time');
}
