// A preload of the service (`--import`) that appends a line to LOOP_DELAY_FILE for every time in which the event loop
// could not run: when it ended, in milliseconds since the epoch, how long it took, and the CPU time that the thread used
// in it, which other processes do not change. With LOOP_PROFILE=1 it also has
// the functions that used the time.
import { appendFileSync, openSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import { describeProfile } from './describe-profile.mjs';

const intervalMs = 2;
/** Shorter delays are not reported. */
const minReportedMs = 20;
const minProfiledMs = 50;

const path = process.env.LOOP_DELAY_FILE;
if (path !== undefined && isMainThread) start(openSync(path, 'a'));

function start(file) {
  const session = process.env.LOOP_PROFILE === undefined ? undefined : startProfiler();
  let last = performance.now();
  let lastCpu = cpuMs();
  let skip = false;
  setInterval(() => {
    const now = performance.now();
    const ms = now - last - intervalMs;
    last = now;
    const cpu = cpuMs() - lastCpu;
    lastCpu += cpu;
    if (skip || ms < minReportedMs) {
      skip = false;
      return;
    }
    const entry = { at: performance.timeOrigin + now, ms, cpu };
    if (session === undefined || cpu < minProfiledMs) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
      return;
    }
    session.post('Profiler.stop', (_, { profile }) =>
      appendFileSync(file, `${JSON.stringify({ ...entry, functions: describeProfile(profile, ms) })}\n`),
    );
    session.post('Profiler.start');
    skip = true;
    last = performance.now();
    lastCpu = cpuMs();
  }, intervalMs).unref();
}

function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function startProfiler() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 1_000 });
  session.post('Profiler.start');
  return session;
}
