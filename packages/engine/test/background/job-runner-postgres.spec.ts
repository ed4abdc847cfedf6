import { PostgresCluster } from '#src/testing/postgres-cluster.js';
import { describeJobRunner } from './job-runner-laws.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 30_000);

afterAll(() => cluster.dispose());

describeJobRunner('PostgreSQL', () => cluster.newPlace());
