import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { describeConversationLocks } from './conversation-line-laws.js';

const cluster = postgresOfRun();

describeConversationLocks('PostgreSQL', () => cluster.newLocation());
