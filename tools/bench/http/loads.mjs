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

const answered = /@\d{13} /;

/** Requests one after another on each connection, as fast as they are answered. */
export async function saturate({ url, request, connections, seconds, warmUp }, window) {
  let state = 'warming';
  let count = 0;
  let failures = 0;
  const times = [];
  const workers = Array.from({ length: connections }, () => {
    return new Promise((resolve) => {
      const connection = new HttpConnection(url);
      const next = () => {
        if (state === 'ended' || !connection.usable) {
          connection.close();
          resolve();
          return;
        }
        const sentAt = performance.now();
        let good = false;
        connection.send(request, {
          data: (text) => (good ||= answered.test(text)),
          end: (status) => {
            if (state === 'counting') {
              if (status === 200 && good) count += 1;
              else failures += 1;
              times.push(performance.now() - sentAt);
            }
            next();
          },
        });
      };
      next();
    });
  });
  await pause(warmUp * 1000);
  state = 'counting';
  window.open();
  await pause(seconds * 1000);
  window.close();
  state = 'ended';
  await Promise.all(workers);
  return { count, failures, times };
}

/** Streams one after another on each connection; counts tokens. */
export async function burst({ url, request, connections, seconds, warmUp, tokens }, window) {
  let state = 'warming';
  let count = 0;
  let failures = 0;
  const delays = [];
  const workers = Array.from({ length: connections }, () => {
    return new Promise((resolve) => {
      const connection = new HttpConnection(url);
      const next = () => {
        if (state === 'ended' || !connection.usable) {
          connection.close();
          resolve();
          return;
        }
        let seen = 0;
        const reader = new TokenReader((delay) => {
          seen += 1;
          if (state !== 'counting') return;
          count += 1;
          if (count % 16 === 0) delays.push(delay);
        });
        connection.send(request, {
          data: (text) => reader.push(text),
          end: (status) => {
            if (status !== 200 || seen !== tokens) failures += 1;
            next();
          },
        });
      };
      next();
    });
  });
  await pause(warmUp * 1000);
  state = 'counting';
  window.open();
  await pause(seconds * 1000);
  window.close();
  state = 'ended';
  await Promise.all(workers);
  return { count, failures, delays };
}

const spreadMs = 1000;

/** Streams that all run through the whole window at the upstream's pace, begun one by one within a second. */
export async function paced({ url, request, connections, seconds, tokens }, window) {
  let counting = false;
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
      if (!counting) return;
      count += 1;
      delays.push(delay);
    });
    const status = await new Promise((resolve) => connection.send(request, { data: (text) => reader.push(text), end: resolve }));
    if (status !== 200) failures += 1;
    missing += tokens - seen;
    connection.close();
  });
  await pause(spreadMs + 500);
  counting = true;
  window.open();
  await pause(seconds * 1000);
  window.close();
  counting = false;
  await Promise.all(streams);
  return { count, failures, missing, delays };
}

/** Requests at a steady pace, however long the earlier ones take. */
export async function steady({ url, request, rate, seconds, warmUp, connections = 16 }, window) {
  const idle = Array.from({ length: connections }, () => new HttpConnection(url));
  let onIdle = () => undefined;
  const times = [];
  let counting = false;
  let failures = 0;
  let open = 0;
  const send = () => {
    const connection = idle.pop();
    if (connection === undefined) {
      failures += 1;
      return;
    }
    const counted = counting;
    const sentAt = performance.now();
    open += 1;
    connection.send(request, {
      end: (status) => {
        open -= 1;
        if (counted) times.push(performance.now() - sentAt);
        if (status !== 200) failures += 1;
        // The one that waited longest is used next: all stay warm alike.
        idle.unshift(connection);
        onIdle();
      },
    });
  };
  const timer = setInterval(send, 1000 / rate);
  await pause(warmUp * 1000);
  counting = true;
  window.open();
  await pause(seconds * 1000);
  window.close();
  clearInterval(timer);
  if (open > 0) {
    await new Promise((resolve) => {
      onIdle = () => open === 0 && resolve();
    });
  }
  for (const connection of idle) connection.close();
  return { count: times.length, failures, times };
}

const patienceMs = 20_000;

/** Milliseconds from the start of a process to its first good answer. */
export async function firstAnswer({ url, request, startedAt }) {
  while (performance.now() - startedAt < patienceMs) {
    const connection = new HttpConnection(url);
    const status = await new Promise((resolve) => connection.send(request, { end: resolve }));
    connection.close();
    if (status === 200) return performance.now() - startedAt;
    await pause(2);
  }
  throw new Error('a process did not answer in time');
}
