// Checks the names that readers search for against the project's language (docs/glossary.md).
import { join } from 'node:path';
import { exceptions } from '../naming/exceptions.mjs';
import { exportedNames, fileNames, headings, listFiles, logFieldNames, settingNames } from '../naming/names.mjs';
import { findRetiredWord, retiredWords } from '../naming/retired-words.mjs';

const root = join(import.meta.dirname, '../..');
const files = listFiles(root).filter(
  (file) => !/^tools\/(?:model-training|naming)\/|\/fixtures\/|^tools\/test\/naming/.test(file),
);

const kinds = [
  ['file and folder names', fileNames(files)],
  ['exported names', exportedNames(root, files)],
  ['settings', settingNames(root, files)],
  ['log fields', logFieldNames(root, files)],
  ['headings', headings(root, files)],
];

/** `file: name (write: ...)` for each name with a retired word. */
function violationsIn(names) {
  return names.flatMap(({ file, name }) => {
    const found = findRetiredWord(name);
    if (found === undefined || exceptions.some((one) => one.in.test(file) && one.name.test(name))) return [];
    return [`${file}: ${name} has "${found.word}" (write: ${found.use})`];
  });
}

describe('the names of the project', () => {
  it.each(kinds)('contain no retired word: %s', (_, names) => {
    expect(names.length).toBeGreaterThan(10);
    expect([...new Set(violationsIn(names))]).toEqual([]);
  });

  it('are checked by every word of the list', () => {
    const missed = retiredWords.flatMap(({ words }) =>
      words.filter((word) => violationsIn([{ file: 'packages/engine/src/a.ts', name: `some-${word}` }]).length === 0),
    );
    expect(missed).toEqual([]);
  });

  it('have exceptions that are each needed', () => {
    const all = kinds.flatMap(([, names]) => names);
    const unused = exceptions.filter(
      (one) =>
        !all.some(({ file, name }) => one.in.test(file) && one.name.test(name) && findRetiredWord(name) !== undefined),
    );
    expect(unused).toEqual([]);
  });
});
