import { fileURLToPath } from 'node:url';
import preset from '../../tools/jest.preset.mjs';

// What is kept must be kept by either store: these run over both, all others over SQLite alone.
const stateful = [
  'background/**/*',
  'batches/**/*',
  'conversations/**/*',
  'files/**/*',
  'idempotency/**/*',
  'state/**/*',
  'websocket/conversation',
];

const { testEnvironment, testRunner, transform, testMatch, ...shared } = preset;
const project = { rootDir: fileURLToPath(new URL('.', import.meta.url)), testEnvironment, testRunner, transform };

export default {
  ...shared,
  // Two at a time, each begun anew when it has grown: modules of an ECMAScript test stay in memory after it. With four on two cores,
  // tests with a real local model take longer than their timeout.
  maxWorkers: 2,
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
