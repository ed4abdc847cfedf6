// docs/reference/log-fields.md lists the fields of records: its tables are compared with what the service writes.
import { readFileSync } from 'node:fs';
import { EngineError } from '@org/engine';
import { pino, type Logger } from 'pino';
import { logJob } from '#src/jobs/log-job.js';
import { logOutcome } from '#src/request-context/log-outcome.js';
import { RequestContext } from '#src/request-context/request-context.js';

const page = readFileSync(new URL('../../../../docs/reference/log-fields.md', import.meta.url), 'utf8');

/** The names in the first column of the table of a section. */
function fieldsOf(section: string): readonly string[] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => name),
  );
}

/** The fields of the object that `write` gives the log, with those that have no value. */
function writtenBy(write: (log: Logger) => void): readonly string[] {
  const names = new Set<string>();
  const log = pino({ level: 'silent' });
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    log[level] = (record: unknown) => {
      for (const name of Object.keys(Object(record) as object)) names.add(name);
    };
  write(log);
  return [...names];
}

const failure = new EngineError('internal', 'The disk is full.', { cause: new Error('ENOSPC') });

describe('the page of log fields', () => {
  it('lists the fields of request records', () => {
    const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'messages' });
    requestContext.log.failure = failure;
    const written = writtenBy((log) => logOutcome(log, requestContext, {}));
    expect(written.toSorted()).toEqual(fieldsOf('Request records').toSorted());
  });

  it('lists the fields of job records', () => {
    const run = { job: { turnId: 'resp_1', owner: 'ann', attempt: 1 } };
    const written = writtenBy((log) => logJob(log, run, { failure }, 1));
    expect(written.toSorted()).toEqual(fieldsOf('Job records').toSorted());
  });
});
