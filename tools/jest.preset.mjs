// Jest runs the output of tsc, so that the tested code is the shipped code. Each project writes one report;
// tools/check.mjs adds them up.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Workers of a project whose tests mostly wait: for databases, sockets and leases. A worker of the stores computes a seventh of
 * its time, so two cores take four.
 */
export const workersThatWait = Math.max(4, availableParallelism() - 1);

/**
 * Workers of a project whose tests start services and wait for them. With two, a run of all projects uses 70 % of two
 * cores. With four on two busy cores, real local models are too slow for their time limits.
 */
export const workersThatStartServices = 3;

export default {
  testEnvironment: 'node',
  testRunner: fileURLToPath(new URL('jest-native.mjs', import.meta.url)),
  testSequencer: fileURLToPath(new URL('jest-sequencer.mjs', import.meta.url)),
  testMatch: ['<rootDir>/dist-test/**/*.spec.js'],
  transform: {},
  // Nx runs two of the projects with these workers at a time (tools/check.mjs), because `tsc` and the last file of
  // each leave a core idle. The projects with other numbers and those with local models run alone: `parallelism` in
  // package.json.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Real models, databases and sockets on a shared machine; a hang is still noticed.
  testTimeout: 30_000,
  // An open handle is a defect that appears as a hang to a developer; CI reports its results instead of waiting.
  forceExit: process.env.CI === 'true',
  coverageProvider: 'v8',
  collectCoverageFrom: ['<rootDir>/dist/**/*.js'],
  reporters: ['default', ['<rootDir>/../../tools/jest-report.mjs', { file: '<rootDir>/reports/jest.json' }]],
};
