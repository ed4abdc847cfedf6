// The results as lines for the terminal, and as the tables and plots of docs/measurements/history.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePlot } from '../write-plot.mjs';
import { median, show } from './numbers.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/measurements');
const startMarker = '<!-- Written by tools/bench/http.mjs --write: begin -->';
const end = '<!-- Written by tools/bench/http.mjs --write: end -->';

/** The medians of all rounds of one system. */
function figuresOf(rounds) {
  const of = (name) => median(rounds.map((figures) => figures[name] ?? Number.NaN));
  return {
    unitUs: of('unitUs'),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    ms: of('ms'),
    peakMb: Math.max(...rounds.map(({ peakMb = Number.NaN }) => peakMb)),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function rowsOf({ results }) {
  return results.flatMap(({ title, unit, rounds }) =>
    Object.entries(rounds).map(([system, figures]) => ({ title, unit, system, ...figuresOf(figures) })),
  );
}

const loudness = ({ machine }) =>
  `Node ${machine.node}, ${machine.cores} cores (${machine.model})${machine.hasOwnCores ? ', one of them for the load and the upstream, one for the system' : ', shared by load and system'}; other programs used ${machine.others.toFixed(2)} cores meanwhile.`;

export function printReport(measured, judged) {
  for (const row of rowsOf(measured)) {
    const unit =
      row.unit === 'start'
        ? `${show(row.ms)} ms`
        : `${show(row.unitUs)} us per ${row.unit}, ${show(row.rate)}/s, p50 ${show(row.p50)} ms, p99 ${show(row.p99)} ms`;
    process.stdout.write(
      `${row.title.padEnd(40)} ${row.system.padEnd(12)} ${unit}${row.failures > 0 ? `, ${row.failures} FAILED` : ''}\n`,
    );
  }
  for (const { title, what, shown, goal, met } of judged)
    process.stdout.write(`${met ? 'met   ' : 'MISSED'} ${title}: ${what} ${shown} (goal: ${goal})\n`);
  process.stdout.write(`${loudness(measured)}\n`);
}

/** Rewrites the part between the markers of docs/measurements/history.md, and the plots in its folder. */
export function writeReport(measured, judged) {
  for (const [name, groups] of Object.entries(plotsOf(measured))) writePlot(name, plotTitles[name], groups);
  const path = join(folder, 'history.md');
  const page = readFileSync(path, 'utf8');
  const [from, to] = [page.indexOf(startMarker), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has lost the markers around the results`);
  writeFileSync(path, `${page.slice(0, from + startMarker.length)}\n${sectionOf(measured, judged)}\n${page.slice(to)}`);
}

function sectionOf(measured, judged) {
  const goals = judged.map(
    ({ title, what, shown, goal, met }) => `| ${title} | ${what} | ${shown} | ${goal}: ${met ? 'met' : '**missed**'} |`,
  );
  const rows = rowsOf(measured)
    .filter(({ unit }) => unit !== 'start')
    .map(
      (row) =>
        `| ${row.title} | ${row.system} | ${show(row.unitUs)} | ${show(row.rate)} | ${show(row.p50)} | ${show(row.p99)} | ${Number.isNaN(row.peakMb) ? '' : show(row.peakMb)} |`,
    );
  const starts = rowsOf(measured)
    .filter(({ unit }) => unit === 'start')
    .map(({ system, ms }) => `${system} ${show(ms)} ms`);
  return [
    '',
    `${loudness(measured)} Medians of ${Math.max(...measured.results.map(({ rounds }) => rounds.service.length))} rounds.`,
    '',
    '| Load | Figure | Service | Goal |',
    '| --- | --- | --- | --- |',
    ...goals,
    '',
    ...Object.keys(plotsOf(measured)).map((name) => `![${plotTitles[name]}](plots/${name}.svg)`),
    '',
    '| Load | System | CPU us per request or token | per second | p50 ms | p99 ms | peak MB |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...(starts.length === 0 ? [] : [`Start to the first response: ${starts.join(', ')}.`, '']),
  ].join('\n');
}

const plotTitles = {
  'http-requests': 'Processor time per request, microseconds',
  'http-tokens': 'Processor time per token, microseconds',
  'http-delay': 'p99 of the token delay at 50 tokens/s, milliseconds',
};

function plotsOf({ results }) {
  const groups = (wanted, value) =>
    results.filter(wanted).map(({ title, rounds }) => ({
      label: title,
      bars: Object.entries(rounds)
        .filter(([system]) => system !== 'direct')
        .map(([system, figures]) => ({ name: system, value: figuresOf(figures)[value] })),
    }));
  const all = {
    'http-requests': groups(({ name }) => /^(?:short|large)/.test(name), 'unitUs'),
    'http-tokens': groups(({ name }) => /^(?:burst|paced)/.test(name), 'unitUs'),
    'http-delay': groups(({ name }) => name.startsWith('paced'), 'p99'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, shown]) => shown.length > 0));
}
