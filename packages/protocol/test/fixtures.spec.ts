import { readdirSync, readFileSync } from 'node:fs';
import { hasResponse, loadFixtures, type ApiFixture } from '#src/fixtures.js';

describe.each(['messages', 'responses'] as const)('the %s fixtures', (dialect) => {
  const folder = new URL(`../fixtures/${dialect}/`, import.meta.url);
  const cases: readonly ApiFixture[] = dialect === 'messages' ? loadFixtures('messages') : loadFixtures('responses');

  it('has every file of its folder, by name', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(cases.map(({ name }) => `${name}.json`)).toEqual(files.toSorted());
  });

  it('has at least 62 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(62);
  });

  it.each(cases)('$name is named in kebab case and is a response or an error', (fixture) => {
    expect(fixture.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const keys = Object.keys(fixture);
    expect(keys).toEqual(expect.arrayContaining(hasResponse(fixture) ? ['response', 'events'] : ['status', 'error']));
    expect(
      keys.filter(
        (key) =>
          !['name', 'about', 'tags', 'version', 'request', 'response', 'events', 'status', 'error'].includes(key),
      ),
    ).toEqual([]);
  });

  it.each(cases)('$name has one event per line', (fixture) => {
    if (!hasResponse(fixture)) return;
    const lines = readFileSync(new URL(`${fixture.name}.json`, folder), 'utf8').split('\n');
    const events = lines
      .slice(lines.findIndex((line) => line.startsWith('  "events"')) + 1)
      .filter((line) => line.trimStart().startsWith('{'));
    expect(events).toHaveLength(fixture.events.length);
  });
});
