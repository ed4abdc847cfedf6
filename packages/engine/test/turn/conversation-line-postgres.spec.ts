import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { describeConversationLines } from './conversation-line-laws.js';

const cluster = postgresOfRun();

describeConversationLines('PostgreSQL', () => cluster.newPlace());
