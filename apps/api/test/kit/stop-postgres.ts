export { stopPostgresOfRun as default } from '@org/stores/testing';
