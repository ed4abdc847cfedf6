// docs/reference/errors.md has a section for each error code: its statuses are those of the dialects, its cause and fixes are written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesDialect } from '../../packages/dialects/dist/messages.js';
import { responsesDialect } from '../../packages/dialects/dist/responses.js';
import { EngineError, errorCodes } from '../../packages/engine/dist/index.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/errors.md'), 'utf8');
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
