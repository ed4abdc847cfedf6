import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { describeJobRunner } from './job-runner-laws.js';

const cluster = postgresOfRun();

describeJobRunner('PostgreSQL', () => cluster.newLocation());
