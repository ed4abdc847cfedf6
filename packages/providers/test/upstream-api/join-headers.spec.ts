import { joinHeaders } from '#src/upstream-api/join-headers.js';

describe('the headers of one request', () => {
  it('are joined with those of the configuration, whatever the case of their names', () => {
    expect(
      joinHeaders({ 'Anthropic-Beta': 'a', other: 'x' }, { 'anthropic-beta': 'b,c', 'vendor-version': 'v' }),
    ).toEqual({ 'Anthropic-Beta': 'a,b,c', 'vendor-version': 'v' });
    expect(joinHeaders({}, {})).toEqual({});
  });
});
