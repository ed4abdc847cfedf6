import { readdirSync } from 'node:fs';
import type { AnyRule } from '#src/compat/compat-rule.js';
import { aiSdkRules, apiRules, chatRules } from '#src/compat/rules/index.js';
import { fixturesFolder, fixturesOf, replay } from './replay.js';

const all: readonly AnyRule[] = [...chatRules, ...apiRules, ...aiSdkRules];
const rules = [...new Map(all.map((rule) => [rule.id, rule])).values()];

it('each rule has a file of fixtures, and each file a rule', () => {
  expect(readdirSync(fixturesFolder).toSorted()).toEqual(rules.map(({ id }) => `${id}.json`).toSorted());
});

describe.each(rules)('the rule $id', ({ id, servers }) => {
  it('has a fixture, and names the server of each', () => {
    const senders = fixturesOf(id).map(({ server }) => server.replace(/ \(.*| behind .*/, ''));
    expect(senders.length).toBeGreaterThan(0);
    expect(servers).toEqual(expect.arrayContaining(senders));
  });

  for (const fixture of fixturesOf(id))
    it(`is the first that matches the error of ${fixture.server} about ${fixture.feature}, and patches the request`, () => {
      expect(replay(fixture)).toEqual({ id, change: fixture.expected });
    });
});
