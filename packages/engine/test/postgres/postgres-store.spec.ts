import { describeStoreContract } from '#src/testing/store-contract.js';
import { checkAgainstModel } from '../sqlite/store-commands.js';
import { PostgresCluster } from './postgres-cluster.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 30_000);

afterAll(() => cluster.dispose());

describeStoreContract('PostgreSQL', () => cluster.newPlace());

describe('PostgreSQL', () => {
  it('does what the model does, whatever the order of commands and whichever of two replicas gets them', async () => {
    await expect(checkAgainstModel(() => cluster.newPlace(), { runs: 60, length: 50 })).resolves.toBeUndefined();
  }, 60_000);
});
