import { fileURLToPath } from 'node:url';
import preset from '../../tools/jest.preset.mjs';

// These share one PostgreSQL; a run without them starts none.
const overPostgres = ['postgres/**/*', '**/*-postgres'].map((specs) => `<rootDir>/dist-test/${specs}.spec.js`);

const { testEnvironment, testRunner, transform, testMatch, ...shared } = preset;
const project = { rootDir: fileURLToPath(new URL('.', import.meta.url)), testEnvironment, testRunner, transform };

export default {
  ...shared,
  projects: [
    { ...project, displayName: 'no database server', testMatch: [...testMatch, ...overPostgres.map((specs) => `!${specs}`)] },
    {
      ...project,
      displayName: 'postgres',
      testMatch: overPostgres,
      globalSetup: '<rootDir>/dist-test/postgres/start-postgres.js',
      globalTeardown: '<rootDir>/dist-test/postgres/stop-postgres.js',
    },
  ],
};
