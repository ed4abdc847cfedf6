export { startPostgresOfRun as default } from '#src/testing/postgres-of-run.js';
