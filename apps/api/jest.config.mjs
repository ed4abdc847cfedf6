import { fileURLToPath } from 'node:url';
import preset, { workersThatStartServices } from '../../tools/jest.preset.mjs';

// Both stores must persist the same state: these tests run over both, all others over SQLite alone.
const stateful = [
  'background/**/*',
  'batches/**/*',
  'conversations/**/*',
  'files/**/*',
  'idempotency/**/*',
  'state/**/*',
  'vector-stores/**/*',
  'websocket/conversation',
];

const { testEnvironment, testRunner, transform, testMatch, ...shared } = preset;
const project = { rootDir: fileURLToPath(new URL('.', import.meta.url)), testEnvironment, testRunner, transform };

export default {
  ...shared,
  maxWorkers: workersThatStartServices,
  // Restarts a worker that has grown: modules of an ECMAScript test stay in memory after it.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...project, displayName: 'sqlite', testMatch },
    {
      ...project,
      displayName: 'postgres',
      testMatch: stateful.map((specs) => `<rootDir>/dist-test/${specs}.spec.js`),
      globals: { storeUnderTest: 'postgres' },
      globalSetup: '<rootDir>/dist-test/kit/start-postgres.js',
      globalTeardown: '<rootDir>/dist-test/kit/stop-postgres.js',
    },
  ],
};
