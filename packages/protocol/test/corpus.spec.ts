import { readdirSync, readFileSync } from 'node:fs';
import { isAnswered, loadCorpus, type CorpusCase } from '#src/corpus.js';

describe.each(['messages', 'responses'] as const)('the %s corpus', (dialect) => {
  const folder = new URL(`../fixtures/${dialect}/`, import.meta.url);
  const cases: readonly CorpusCase[] = dialect === 'messages' ? loadCorpus('messages') : loadCorpus('responses');

  it('has every file of its folder, by name', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(cases.map(({ name }) => `${name}.json`)).toEqual(files.toSorted());
  });

  it('has at least 62 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(62);
  });

  it.each(cases)('$name is named in kebab case and is an answer or an error', (corpusCase) => {
    expect(corpusCase.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const keys = Object.keys(corpusCase);
    expect(keys).toEqual(expect.arrayContaining(isAnswered(corpusCase) ? ['response', 'events'] : ['status', 'error']));
    expect(
      keys.filter(
        (key) =>
          !['name', 'about', 'tags', 'version', 'request', 'response', 'events', 'status', 'error'].includes(key),
      ),
    ).toEqual([]);
  });

  it.each(cases)('$name has each event on a line of its own', (corpusCase) => {
    if (!isAnswered(corpusCase)) return;
    const lines = readFileSync(new URL(`${corpusCase.name}.json`, folder), 'utf8').split('\n');
    const events = lines
      .slice(lines.findIndex((line) => line.startsWith('  "events"')) + 1)
      .filter((line) => line.trimStart().startsWith('{'));
    expect(events).toHaveLength(corpusCase.events.length);
  });
});
