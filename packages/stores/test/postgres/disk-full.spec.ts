import { DatabaseError } from 'pg';
import { toStoreError } from '#src/postgres/database/postgres-failure.js';

it('a full disk of PostgreSQL is reported as such and not retryable, because a retry would only generate the response again', () => {
  const thrown = Object.assign(new DatabaseError('could not extend file', 1, 'error'), { code: '53100' });
  expect(toStoreError(thrown)).toMatchObject({
    code: 'internal',
    message: 'The disk of the database is full: nothing was stored.',
    retryable: false,
  });
});
