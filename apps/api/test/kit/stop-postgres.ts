export { stopPostgresOfRun as default } from '@org/engine/testing/postgres-of-run';
