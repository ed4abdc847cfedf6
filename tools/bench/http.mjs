// The HTTP path under load: the service compared with a handwritten translation that uses only `node:http` and
// undici, with the same upstream for both, in alternating rounds. Linux, because CPU time is read from /proc.
//
//   npx nx build @org/api && npx node tools/bench/http.mjs [--rounds 5] [--seconds 4] [--only short-messages,cold]
//   [--quick]
//     [--write]                       rewrites the tables and plots of docs/measurements/history.md
//     [--gateway name=URL[#PID]]      another system with the same dialects, with its CPU time if PID is given;
//     [--gateway-key KEY] [--upstream-port PORT]   it must use http://127.0.0.1:PORT/v1 as its upstream
import { readCommandLine, stop } from '../command-line.mjs';
import { cases } from './http/cases.mjs';
import { judge } from './http/goals.mjs';
import { measureAll } from './http/measure.mjs';
import { printReport, writeReport } from './http/report.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    gateway: { type: 'string', multiple: true, default: [] },
    'gateway-key': { type: 'string', default: 'bench' },
    'upstream-port': { type: 'string', default: '0' },
  },
});

const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
const seconds = Number(values.seconds ?? (values.quick ? 1.5 : 4));
const upstreamPort = Number(values['upstream-port']);
if (!Number.isInteger(rounds) || rounds < 1) stop('--rounds is an integer of at least 1');
if (!(seconds >= 0.5)) stop('--seconds is at least 0.5');
if (!Number.isInteger(upstreamPort)) stop('--upstream-port is a port, or 0 for any');
const names = [...cases.map(({ name }) => name), 'cold'];
const only = values.only?.split(',') ?? names;
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) stop(`--only ${unknown} is not one of ${names.join(', ')}`);
const gateways = values.gateway.map((text) => {
  const [, name, address] = /^([\w-]+)=(http:.+)$/.exec(text) ?? [];
  if (name === undefined) stop(`--gateway ${text} is not name=http://host:port or name=http://host:port#pid`);
  const url = new URL(address);
  return { name, url, key: values['gateway-key'], pid: url.hash === '' ? undefined : Number(url.hash.slice(1)) };
});

// Ends all child processes, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const results = await measureAll({
  only,
  rounds,
  seconds,
  gateways,
  upstreamPort,
  progress: (text) => process.stderr.write(`${text}\n`),
});
const judged = judge(results);
printReport(results, judged);
if (values.write) writeReport(results, judged);
process.exit(judged.every(({ met }) => met) ? 0 : 1);
