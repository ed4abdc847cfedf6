// The one PostgreSQL server of a test run, shared by all its workers. Who needs none apart takes databases of it.
import { PostgresCluster } from './postgres-cluster.js';

/** Tells the workers where it is. */
const folderVariable = 'TEST_POSTGRES_FOLDER';
let started: PostgresCluster | undefined;

/** Before the first test of the run. */
export async function startPostgresOfRun(): Promise<PostgresCluster> {
  started = await PostgresCluster.start({ fsync: false });
  process.env[folderVariable] = started.folder;
  return started;
}

/** After its last test. */
export async function stopPostgresOfRun(): Promise<void> {
  await started?.dispose();
}

/** To be asked for by each file; its databases are the file's own. */
export function postgresOfRun(): PostgresCluster {
  const folder = process.env[folderVariable];
  if (folder === undefined)
    throw new Error('this run has no PostgreSQL: start it with the jest.config.mjs of its project');
  return PostgresCluster.attach(folder);
}
