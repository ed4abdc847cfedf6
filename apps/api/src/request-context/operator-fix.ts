// What an operator does about a failure: data, in the order in which the rows are searched.
import type { ErrorCode } from '@org/engine';

/** The facts of a failure that select a row. */
export interface FailedFacts {
  readonly error: ErrorCode;
  readonly reason: string | undefined;
  readonly cause: string | undefined;
  readonly upstreamStatus: number | undefined;
}

interface FixRow {
  readonly error?: readonly ErrorCode[];
  readonly reason?: RegExp;
  readonly cause?: RegExp;
  readonly upstreamStatus?: readonly number[];
  readonly fix: string;
}

const ofUpstreams: readonly ErrorCode[] = ['upstream-failed', 'upstream-rejected', 'timed-out', 'overloaded'];

const rows: readonly FixRow[] = [
  {
    reason: /^The disk is full/,
    fix: 'Free space on the disk of DATA_DIR or STORE_URL, or move the data to a larger disk.',
  },
  { reason: /^The disk of the database is full/, fix: 'Free space on the disk of the database server in STORE_URL.' },
  {
    reason: /^The disk failed/,
    fix: 'Check the disk of DATA_DIR or STORE_URL, and restore a backup if it is damaged.',
  },
  {
    reason: /^The database cannot be reached|^The database took too long|^The database is overloaded/,
    fix: 'Check that the database in STORE_URL runs, and the network to it. The service reconnects by itself.',
  },
  {
    reason: /^The database file cannot be (?:opened|created)/,
    fix: 'Check that the file in STORE_URL or DATA_DIR exists and that the user of the service may write it.',
  },
  { reason: /^The database file is damaged/, fix: 'Restore the database of STORE_URL or DATA_DIR from a backup.' },
  {
    reason: /^The database rejects/,
    fix: 'Correct the user and the password in STORE_URL, and check pg_hba.conf of the database.',
  },
  {
    error: ['unknown-model'],
    fix: 'Correct the name in the client, or add the model to service.yaml and send SIGHUP.',
  },
  {
    error: ofUpstreams,
    upstreamStatus: [401, 403],
    fix: 'Check the key in the variable that apiKeyEnv of the model names.',
  },
  { upstreamStatus: [402], fix: "Check the account of the model's key at the upstream." },
  { reason: /^The quota of the service's own account/, fix: "Check the account of the model's key at the upstream." },
  {
    error: ['upstream-failed', 'unsupported'],
    upstreamStatus: [404],
    fix: 'Check baseUrl and model of the provider in service.yaml.',
  },
  { cause: /^ENOTFOUND$|^EAI_/, fix: 'Check the host in baseUrl of the model, and the DNS of this machine.' },
  {
    cause: /^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)$/,
    fix: 'Check that the upstream runs, and the host and port in baseUrl of the model.',
  },
  {
    cause: /^(?:ERR_TLS|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)|^ERR_SSL/,
    fix: 'Check the certificate of the upstream; NODE_EXTRA_CA_CERTS adds an authority of your own.',
  },
  { cause: /^E[MN]FILE$/, fix: 'Raise the limit of open files of the service.' },
  {
    error: ['timed-out'],
    fix: 'Check the load of the upstream, or raise timeouts of the provider in service.yaml.',
  },
  {
    error: ['upstream-failed'],
    upstreamStatus: [500, 502, 503, 504],
    fix: 'Read the log of the upstream at this time.',
  },
  {
    error: ['upstream-rejected'],
    fix: 'Check baseUrl of the model and the proxies before the upstream: the body of its error is malformed.',
  },
  { reason: /^The service could not load the model/, fix: 'Check the model file and the free memory.' },
];

/** The next step of the operator; `undefined` where only the client can act, or the record does not show it. */
export function operatorFix({ error, reason = '', cause = '', upstreamStatus }: FailedFacts): string | undefined {
  return rows.find(
    (row) =>
      row.error?.includes(error) !== false &&
      row.reason?.test(reason) !== false &&
      row.cause?.test(cause) !== false &&
      (row.upstreamStatus === undefined ||
        (upstreamStatus !== undefined && row.upstreamStatus.includes(upstreamStatus))),
  )?.fix;
}
