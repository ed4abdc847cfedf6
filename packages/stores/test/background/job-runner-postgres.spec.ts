import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { describeJobRunner } from './describe-job-runner.js';

const cluster = postgresOfRun();

describeJobRunner('PostgreSQL', () => cluster.newLocation());
