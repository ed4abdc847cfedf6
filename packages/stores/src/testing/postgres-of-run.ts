// The one PostgreSQL server of a test run, shared by all its workers. Tests that need no separate server use
// databases of it.
import { PostgresCluster } from './postgres-cluster.js';

/** Gives the workers its location. */
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

/** Each file must call it; its databases belong to that file. */
export function postgresOfRun(): PostgresCluster {
  const folder = process.env[folderVariable];
  if (folder === undefined)
    throw new Error('this run has no PostgreSQL: start it with the jest.config.mjs of its project');
  return PostgresCluster.attach(folder);
}
