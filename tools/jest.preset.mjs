// Jest runs the output of tsc, so that the tested code is the shipped code. Each project writes one report;
// tools/check.mjs adds them up.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Workers of a project whose tests mostly wait: for databases, sockets and leases. A worker of the engine computes a seventh of its
 * time, so two cores take four.
 */
export const workersThatWait = Math.max(4, availableParallelism() - 1);

export default {
  testEnvironment: 'node',
  testRunner: fileURLToPath(new URL('jest-native.mjs', import.meta.url)),
  testSequencer: fileURLToPath(new URL('jest-sequencer.mjs', import.meta.url)),
  testMatch: ['<rootDir>/dist-test/**/*.spec.js'],
  transform: {},
  // Tests of stores and processes wait as much as they compute, so two cores support two workers. Nx runs one project
  // at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Real models, databases and sockets on a shared machine; a hang is still noticed.
  testTimeout: 30_000,
  // An open handle is a defect that appears as a hang to a developer; CI reports its results instead of waiting.
  forceExit: process.env.CI === 'true',
  coverageProvider: 'v8',
  collectCoverageFrom: ['<rootDir>/dist/**/*.js'],
  reporters: ['default', ['<rootDir>/../../tools/jest-report.mjs', { file: '<rootDir>/reports/jest.json' }]],
};
