import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { searchGenerated } from '../shared/vector-search-model.js';
import { makeSqliteLocation } from '../sqlite/sqlite-location.js';

const cluster = postgresOfRun();

it('PostgreSQL and SQLite find the same chunks with the same scores as the pure functions', async () => {
  const inPostgres = await searchGenerated(() => cluster.newLocation(), 40);
  expect(inPostgres).toBe(await searchGenerated(makeSqliteLocation, 40));
  expect(inPostgres.length).toBeGreaterThan(1_000);
}, 120_000);
