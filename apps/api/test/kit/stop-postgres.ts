import { started } from './postgres-run.js';

/** After the last test of a run over PostgreSQL. */
export default async function stopPostgres(): Promise<void> {
  await started.cluster?.dispose();
}
