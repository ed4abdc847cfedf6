import { fileDescriptorWarning } from '#src/few-descriptors.js';

it('names the limit that is too low', () => {
  expect(fileDescriptorWarning(24)).toContain('only 24 files and connections');
});

it('says nothing where there are enough, as here, and where there is no limit', () => {
  expect(fileDescriptorWarning(64)).toBeUndefined();
  expect(fileDescriptorWarning()).toBeUndefined();
});
