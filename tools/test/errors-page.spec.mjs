// docs/reference/errors.md has a section for each error code: its statuses are those of the dialects, its cause and fixes are written.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesDialect } from '../../packages/dialects/dist/messages.js';
import { responsesDialect } from '../../packages/dialects/dist/responses.js';
import { EngineError, errorCodes } from '../../packages/engine/dist/index.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

const cell = (value) => (value === undefined || value === null ? '' : `\`${value}\``);

/** The row of a dialect: status, type, finer code and retry hint of an error without specific details. */
function rowOf(name, { status, headers, body: { error } }) {
  const code = error.code ?? error.details?.error_code;
  return `| ${name} | ${status} | ${cell(error.type)} | ${cell(code)} | ${cell(headers['x-should-retry'])} |`;
}

/** Finer codes in the source of the service, which clients see as they are. */
function writtenDetails() {
  return globSync('{packages/*,apps/api}/src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bdetail: '([^']*)'/g)].map(([, detail]) => detail),
  );
}

describe('the finer codes of errors', () => {
  it('are spelled as those of the APIs and not as codes of the engine', () => {
    const details = writtenDetails();
    expect(details).toContain('storage_quota_exceeded');
    expect(details.filter((detail) => !/^[a-z]+(?:_[a-z]+)*$/.test(detail))).toEqual([]);
  });
});

describe('the errors page', () => {
  it('has a section for every error code and for no other', () => {
    expect([...sections.keys()]).toEqual([...errorCodes]);
  });

  it.each(errorCodes)('has the status, type and code of %s in both dialects', (code) => {
    const error = new EngineError(code, 'x');
    const lines = (sections.get(code) ?? '').split('\n');
    expect(lines).toContain(rowOf('messages', messagesDialect.encodeError(error, 'req')));
    expect(lines).toContain(rowOf('responses', responsesDialect.encodeError(error, 'req')));
  });

  it.each(errorCodes)('names a message, a cause and a fix for client and operator of %s', (code) => {
    const section = sections.get(code) ?? '';
    for (const label of ['Message', 'Cause', 'Fix, client', 'Fix, operator'])
      expect(section).toMatch(new RegExp(`^- \\*\\*${label}:\\*\\* .{4,}$`, 'm'));
  });
});
