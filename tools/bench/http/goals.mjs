// The goals of the service relative to the plain translation, and whether it meets them. Ratios are the median of the
// ratios of the rounds, because both sides of a round share the same machine load.
import { median } from './numbers.mjs';

/**
 * @typedef {object} Judgement
 * @property {string} name name of the case
 * @property {string} what
 * @property {number} value
 * @property {string} shown the figure with its unit
 * @property {string} goal
 * @property {boolean} met
 */

/** @returns {Judgement[]} */
export function judge({ results }) {
  return results.flatMap((result) =>
    goalsOf(result).map((goal) => ({ name: result.name, title: result.title, ...goal })),
  );
}

const ratios = (rounds, of) =>
  rounds.service.map((figures, round) => of(figures, rounds.plain[round], rounds.direct?.[round]));

function atLeast(share) {
  return ({ rounds, unit }) => {
    const value = median(ratios(rounds, (ours, plain) => plain.unitUs / ours.unitUs));
    return [
      {
        what: `${unit}s per CPU second, relative to the plain translation`,
        value,
        shown: percent(value),
        goal: `at least ${percent(share)}`,
        met: value >= share,
      },
    ];
  };
}

function pacedGoals({ rounds }) {
  const cpu = median(ratios(rounds, (ours, plain) => ours.unitUs / plain.unitUs));
  const delay = median(ratios(rounds, (ours, plain) => ours.p99 / plain.p99));
  const missing = rounds.service.reduce((sum, figures) => sum + figures.missing + figures.failures, 0);
  const peak = Math.max(...rounds.service.map(({ peakMb }) => peakMb));
  return [
    { what: 'missing tokens', value: missing, shown: String(missing), goal: 'none', met: missing === 0 },
    {
      what: 'CPU relative to the plain translation',
      value: cpu,
      shown: cpu.toFixed(2),
      goal: 'at most 1.20',
      met: cpu <= 1.2,
    },
    {
      what: 'p99 of the token delay relative to the plain translation',
      value: delay,
      shown: delay.toFixed(2),
      goal: 'at most 2.00',
      met: delay <= 2,
    },
    { what: 'memory, peak', value: peak, shown: `${peak.toFixed(0)} MB`, goal: 'at most 300 MB', met: peak <= 300 },
  ];
}

function steadyGoals({ rounds }) {
  const value = median(ratios(rounds, (ours, plain, direct) => (ours.p50 - direct.p50) / (plain.p50 - direct.p50)));
  return [
    {
      what: 'p50 of the added latency relative to the plain translation',
      value,
      shown: value.toFixed(2),
      goal: 'at most 2.00',
      met: value <= 2,
    },
  ];
}

function coldGoals({ rounds }) {
  const value = median(rounds.service.map(({ ms }) => ms)) / median(rounds['empty Nest'].map(({ ms }) => ms));
  return [
    {
      what: 'time to the first response relative to an empty NestJS application',
      value,
      shown: value.toFixed(2),
      goal: 'at most 2.50',
      met: value <= 2.5,
    },
  ];
}

const goals = {
  'short-messages': atLeast(0.7),
  'short-responses': atLeast(0.7),
  'large-messages': atLeast(0.65),
  'large-responses': atLeast(0.65),
  'burst-messages': atLeast(0.8),
  'burst-responses': atLeast(0.8),
  'paced-messages': pacedGoals,
  'paced-responses': pacedGoals,
  'steady-messages': steadyGoals,
  'steady-responses': steadyGoals,
  cold: coldGoals,
};

function goalsOf(result) {
  return goals[result.name]?.(result) ?? [];
}

function percent(value) {
  return `${(value * 100).toFixed(0)} %`;
}
