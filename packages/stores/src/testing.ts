export { postgresOfRun, startPostgresOfRun, stopPostgresOfRun } from './testing/postgres-of-run.js';
