import { globSync } from 'node:fs';
import LongestFirst, { longest } from '../jest-sequencer.mjs';
import { root } from '../setup/install.mjs';

describe('the order of test files', () => {
  const files = globSync(['{apps,packages}/*/test/**/*.spec.ts', 'tools/test/*.spec.mjs'], { cwd: root });

  it.each(longest)('names a spec file that exists: %s', (name) => {
    expect(files.filter((file) => file.includes(`/${name}`))).not.toEqual([]);
  });

  it('begins with the longest files, whatever their size', () => {
    const context = {
      config: { id: 'x', cacheDirectory: '/nowhere', testPathPattern: '' },
      hasteFS: { getSize: () => 1 },
    };
    const tests = ['unit/short', longest[1], longest[0]].map((name) => ({
      path: `/p/dist-test/${name}.spec.js`,
      context,
    }));
    const sorted = new LongestFirst({ globalConfig: {}, contexts: [] }).sort([...tests]);
    expect(sorted.map(({ path }) => path)).toEqual([tests[2].path, tests[1].path, tests[0].path]);
  });
});
