export { stopPostgresOfRun as default } from '#src/testing/postgres-of-run.js';
