import { buildRequest } from '@org/engine/testing';
import { applyCompatRules } from '#src/compat/apply-compat-rules.js';
import { type Attempt, firstAttempt } from '#src/compat/attempt.js';
import type { ErrorMatch, SharedRule } from '#src/compat/compat-rule.js';
import { mapUpstreamError } from '#src/errors/upstream-error.js';

const attempt: Attempt<object> = {
  ...firstAttempt(buildRequest('hello'), {}),
  payload: { body: {}, isPassthrough: false },
};
const error = mapUpstreamError({
  status: 422,
  body: JSON.stringify({ error: { message: 'No such thing.', param: 'thing', type: 'bad', code: 'no_thing' } }),
});

function rule(match: ErrorMatch | readonly ErrorMatch[], more: Partial<SharedRule> = {}): SharedRule {
  return {
    id: 'test',
    servers: [],
    rejects: '',
    fallback: '',
    match,
    cache: 'request-form',
    patch: (before) => ({ ...before, omitsReasoning: true }),
    ...more,
  };
}

describe('the match of a rule', () => {
  it.each<[string, ErrorMatch | readonly ErrorMatch[], boolean]>([
    ['a status', { status: 422 }, true],
    ['one status of a list', { status: [400, 422] }, true],
    ['another status', { status: 400 }, false],
    ['a parameter', { param: 'thing' }, true],
    ['another parameter', { param: ['other', 'one'] }, false],
    ['a code', { code: 'upstream-rejected' }, true],
    ['another code', { code: 'context-overflow' }, false],
    ['one pattern of a list', { text: [/never/, /no such/i] }, true],
    ['a pattern that shows another subject', { text: /no such/i, unless: /thing/ }, false],
    ['a status and another parameter', { status: 422, param: 'other' }, false],
    ["the upstream's own code", { upstreamCode: 'no_thing' }, true],
    ["the upstream's own type, of a list", { upstreamCode: ['worse', 'bad'] }, true],
    ["another code of the upstream's", { upstreamCode: 'thing' }, false],
    ['a path', { at: /^thing$/ }, true],
    ['one path of a list', { at: [/^other$/, /^thing(\.|$)/] }, true],
    ['another path', { at: /^thing\./ }, false],
    ['a path with other words', { at: /^thing$/, text: /never/ }, false],
    ['one of two alternatives', [{ at: /^other$/ }, { status: 422, text: /no such/i }], true],
    ['neither of two alternatives', [{ at: /^other$/, text: /no such/i }, { status: 400 }], false],
  ])('is about %s', (_, match, matches) => {
    expect(applyCompatRules([rule(match)], attempt, error)?.id).toBe(matches ? 'test' : undefined);
  });
});

describe('the loop over the rules', () => {
  it('takes the first rule that matches, applies and has a patch', () => {
    const rules = [
      rule({ status: 400 }, { id: 'other status' }),
      rule({}, { id: 'does not apply', applies: () => false }),
      rule({}, { id: 'no patch', patch: () => undefined }),
      rule({}, { id: 'first' }),
      rule({}, { id: 'second' }),
    ];
    expect(applyCompatRules(rules, attempt, error)?.id).toBe('first');
  });

  it('finds no rule for an error that is final', () => {
    expect(applyCompatRules([rule({ status: 400 })], attempt, error)).toBeUndefined();
  });

  it('adds the warning of the rule', () => {
    const warning = { kind: 'ignored', param: 'tools', message: 'Less.' } as const;
    expect([...(applyCompatRules([rule({}, { warning })], attempt, error)?.attempt.warnings.values() ?? [])]).toEqual([
      warning,
    ]);
  });

  it.each([
    ['request-form', 10],
    ['never', undefined],
  ] as const)('remembers a patch: %s', (remember, maxOutputTokens) => {
    const limiting = rule(
      {},
      {
        cache: remember,
        patch: (before) => ({ ...before, cached: { ...before.cached, maxOutputTokens: 10 } }),
      },
    );
    expect(applyCompatRules([limiting], attempt, error)?.attempt.cached.maxOutputTokens).toBe(maxOutputTokens);
  });
});
