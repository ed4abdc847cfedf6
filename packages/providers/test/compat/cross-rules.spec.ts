// Each error is sent for the requests of all other rules: no rule may take the error of another for its own.
import type { AnyRule } from '#src/compat/compat-rule.js';
import { aiSdkRules, apiRules, chatRules } from '#src/compat/rules/index.js';
import { type Fixture, fixturesOf, replay } from './replay.js';

/** Rules that may patch a request after the error of another rule, and why. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'chat-field-unknown': { 'sampling-parameter-unsupported': 'the error names fields of both' },
  'chat-signature-invalid': { 'chat-reasoning-replay-rejected': 'reasoning without a signature is omitted as well' },
  'context-length-oldest-turns': { 'context-length-output-cap': 'a lower output limit is tried first' },
  'context-length-output-cap': { 'context-length-oldest-turns': 'it follows where the output limit is the lowest' },
  'effort-value-unsupported': { 'reasoning-effort-rejected': 'the same error for a translated request' },
  'effort-field-unsupported': { 'reasoning-effort-rejected': 'the same error for a translated request' },
  'encrypted-reasoning-unsupported': {
    'field-unknown': 'it follows where `include` has other values',
    'include-value-unsupported': 'it follows where `include` has other values',
  },
  'field-unknown': {
    'encrypted-reasoning-unsupported': 'the service itself has set `include`',
    'reasoning-effort-rejected': 'the service itself has set `reasoning`',
  },
  'include-value-unsupported': { 'encrypted-reasoning-unsupported': 'the service itself has set `include`' },
  'item-id-invalid': {
    'reasoning-item-rejected': 'it follows where no id is left',
    'reasoning-replay-rejected': 'it follows where no id is left',
  },
  'reasoning-effort-rejected': {
    'effort-field-unsupported': 'the same error for a request of the same dialect',
    'effort-value-unsupported': 'the same error for a request of the same dialect',
    'field-unknown': 'the same error for a request of the same dialect',
    'thinking-type-unsupported': 'the same error for a request of the same dialect',
  },
  'reasoning-effort-with-tools': { 'chat-reasoning-effort': 'it follows where reasoning is off' },
  'reasoning-field-duplicate': { 'chat-reasoning-replay-rejected': 'it follows where one field is left' },
  'reasoning-field-unknown': { 'chat-reasoning-replay-rejected': 'signatures are omitted as well' },
  'reasoning-item-rejected': {
    'reasoning-item-without-text': 'it comes before, for items that have text elsewhere',
    'reasoning-replay-rejected': 'the same error for reasoning with a signature',
    'reasoning-signature-invalid': 'the same error for reasoning with a signature',
    'setting-change-unsupported': 'the index in the error is that of a change in the other request',
  },
  'reasoning-item-without-text': { 'reasoning-item-rejected': 'it follows where the reasoning has no text' },
  'reasoning-signature-invalid': {
    'reasoning-item-rejected': 'it comes before, for reasoning without a signature',
    'reasoning-replay-rejected': 'the index in the error is that of no reasoning in the other request',
  },
  'setting-change-unsupported': {
    'reasoning-signature-invalid': 'the index in the error is that of reasoning in the other request',
  },
  'thinking-type-unsupported': {
    'effort-field-unsupported': 'it follows where no thinking is requested',
    'reasoning-effort-rejected': 'the same error for a translated request',
  },
};

interface Sample {
  readonly id: string;
  readonly fixture: Fixture;
}

const all: readonly AnyRule[] = [...chatRules, ...apiRules, ...aiSdkRules];
const ids = [...new Set(all.map(({ id }) => id))];
const samples: readonly Sample[] = ids.flatMap((id) => fixturesOf(id).map((fixture) => ({ id, fixture })));
/** Members of a fixture that are no part of the request. */
const blank = { server: '', feature: '', error: undefined, expected: undefined };
/** One sample for each distinct request. */
const requests = [
  ...new Map(samples.map((sample) => [JSON.stringify({ ...sample.fixture, ...blank }), sample])).values(),
];

describe.each(ids)('the errors of the rule %s', (id) => {
  it('make no other rule patch a request that has what the other rule changes, but for the listed ones', () => {
    const others = requests.filter((sample) => sample.id !== id);
    const applied = fixturesOf(id).flatMap(({ api, error }) =>
      others
        .filter(({ fixture }) => fixture.api === api)
        .map(({ fixture }) => replay({ ...fixture, error }).id)
        .filter((other) => other !== undefined && other !== id),
    );
    expect([...new Set(applied)].toSorted()).toEqual(Object.keys(expected[id] ?? {}).toSorted());
  });
});
