import { fileURLToPath } from 'node:url';
import preset, { workersThatWait } from '../../tools/jest.preset.mjs';

const { testEnvironment, testRunner, transform, testMatch, ...shared } = preset;
const project = { rootDir: fileURLToPath(new URL('.', import.meta.url)), testEnvironment, testRunner, transform };

export default {
  ...shared,
  maxWorkers: workersThatWait,
  projects: [
    {
      ...project,
      displayName: 'no database server',
      testMatch,
      testPathIgnorePatterns: ['<rootDir>/dist-test/postgres/', '-postgres\\.spec\\.js$'],
    },
    {
      ...project,
      displayName: 'postgres',
      // The matched tests share one PostgreSQL server; a run without them starts none.
      testMatch: ['<rootDir>/dist-test/postgres/**/*.spec.js', '<rootDir>/dist-test/**/*-postgres.spec.js'],
      globalSetup: '<rootDir>/dist-test/postgres/start-postgres.js',
      globalTeardown: '<rootDir>/dist-test/postgres/stop-postgres.js',
    },
  ],
};
