import { fileDescriptorWarning } from '#src/file-descriptor-warning.js';

it('names the limit that is too low', () => {
  expect(fileDescriptorWarning(24)).toContain('only 24 files and connections');
});

it('logs nothing with enough descriptors, as here, or without a limit', () => {
  expect(fileDescriptorWarning(64)).toBeUndefined();
  expect(fileDescriptorWarning()).toBeUndefined();
});
