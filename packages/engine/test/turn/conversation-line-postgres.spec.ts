import { PostgresCluster } from '#src/testing/postgres-cluster.js';
import { describeConversationLines } from './conversation-line-laws.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 30_000);

afterAll(() => cluster.dispose());

describeConversationLines('PostgreSQL', () => cluster.newPlace());
