import { operatorFix, type FailedFacts } from '#src/request-context/operator-fix.js';

const fixOf = (facts: Partial<FailedFacts>): string | undefined =>
  operatorFix({ error: 'internal', reason: undefined, cause: undefined, upstreamStatus: undefined, ...facts });

describe('the next step of the operator in the log', () => {
  it.each([
    'The disk is full: nothing was stored.',
    'The disk of the database is full: nothing was stored.',
    'The disk failed to read or write: nothing was stored.',
    'The database cannot be reached.',
    'The database took too long.',
    'The database is overloaded.',
    'The database file cannot be opened or written.',
    'The database file cannot be created or opened (EACCES).',
    'The database file is damaged or is not a database.',
    'The database rejects the user or the password.',
  ])('names STORE_URL for a failure of the store: %s', (reason) => {
    expect(fixOf({ reason })).toContain('STORE_URL');
  });

  it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    'names the certificate for %s',
    (cause) => {
      expect(fixOf({ error: 'upstream-failed', cause })).toMatch(/certificate/);
    },
  );

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH'])('names baseUrl for %s', (cause) => {
    expect(fixOf({ error: 'upstream-failed', cause })).toMatch(/baseUrl/);
  });

  it('is absent where the client has to correct its request', () => {
    expect(fixOf({ error: 'invalid-request', reason: 'max_tokens: Field required' })).toBeUndefined();
    expect(fixOf({ error: 'invalid-request', upstreamStatus: 400 })).toBeUndefined();
  });
});
