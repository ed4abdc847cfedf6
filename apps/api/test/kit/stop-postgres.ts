export { stopPostgresOfRun as default } from '@org/engine/testing';
