// How the results are written: a line on the terminal, a row in the documentation.
import { maxMegabytes } from './limits.mjs';

const rounded = (value) => String(Math.round(value));

/** @param {import('./run-attack.mjs').AttackResult} result */
export function lineOf(result) {
  const { faults, name, idleMb, treePeakMb, loopMs, loopCpuMs, quiet, victim, health, seconds, statuses, slack } =
    result;
  const figures = [
    `${rounded(idleMb)} -> ${rounded(treePeakMb)} MB of ${maxMegabytes}`,
    `loop ${rounded(loopMs)} ms (CPU ${rounded(loopCpuMs)})`,
    `victim p50 ${quiet.p50.toFixed(1)} -> ${victim.p50.toFixed(1)}, p99 ${rounded(quiet.p99)} -> ${rounded(victim.p99)} ms (${ratioOf(result)})`,
    `health ${rounded(health.slowestMs)} ms`,
    `${seconds.toFixed(0)} s`,
    ...(slack > 1 ? [`machine busy x${slack.toFixed(1)}`] : []),
    statusesOf(statuses),
  ];
  const verdict = faults.length === 0 ? 'passed' : 'FAILED';
  return `${verdict} ${name.padEnd(28)} ${figures.join('; ')}${faults.length === 0 ? '' : `; ${faults.join('; ')}`}`;
}

/** @param {import('./run-attack.mjs').AttackResult} result */
function ratioOf({ quiet, victim }) {
  return `x${quiet.p99 === 0 ? '-' : (victim.p99 / quiet.p99).toFixed(1)}`;
}

function statusesOf(statuses) {
  const entries = Object.entries(statuses);
  return entries.length === 0 ? 'no response' : entries.map(([status, count]) => `${count} x ${status}`).join(', ');
}

/** The table of a run in Markdown. @param {readonly import('./run-attack.mjs').AttackResult[]} results */
export function tableOf(results) {
  const rows = results.map((result) => {
    const { name, claim, treePeakMb, loopCpuMs, quiet, victim, statuses, faults } = result;
    const verdict = faults.length === 0 ? 'passed' : `**failed**: ${faults.slice(0, 3).join('; ')}`;
    return `| \`${name}\` | ${claim} | ${rounded(treePeakMb)} | ${rounded(loopCpuMs)} | ${rounded(quiet.p99)}, ${rounded(victim.p99)} | ${statusesOf(statuses)} | ${verdict} |`;
  });
  return [
    '| attack | a client | memory, MB | loop delay, ms | victim p99 without and with, ms | responses | result |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
