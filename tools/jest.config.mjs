import preset from './jest.preset.mjs';

export default {
  ...preset,
  testMatch: ['<rootDir>/test/**/*.spec.mjs'],
  reporters: ['default', ['<rootDir>/jest-report.mjs', { file: '<rootDir>/reports/jest.json' }]],
};
