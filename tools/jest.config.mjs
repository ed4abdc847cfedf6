import preset, { workersThatStartServices } from './jest.preset.mjs';

export default {
  ...preset,
  maxWorkers: workersThatStartServices,
  testMatch: ['<rootDir>/test/**/*.spec.mjs'],
  reporters: ['default', ['<rootDir>/jest-report.mjs', { file: '<rootDir>/reports/jest.json' }]],
};
