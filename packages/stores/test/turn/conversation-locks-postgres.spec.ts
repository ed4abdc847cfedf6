import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { describeConversationLocks } from './describe-conversation-locks.js';

const cluster = postgresOfRun();

describeConversationLocks('PostgreSQL', () => cluster.newLocation());
