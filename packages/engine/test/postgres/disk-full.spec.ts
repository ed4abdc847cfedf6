import { DatabaseError } from 'pg';
import { toStoreError } from '#src/stores/postgres/database/postgres-failure.js';

it('a full disk of PostgreSQL is told of as such, and not to be tried again: what was to be stored would only be made anew', () => {
  const thrown = Object.assign(new DatabaseError('could not extend file', 1, 'error'), { code: '53100' });
  expect(toStoreError(thrown)).toMatchObject({
    code: 'internal',
    message: 'The disk of the database is full: nothing was stored.',
    retryable: false,
  });
});
