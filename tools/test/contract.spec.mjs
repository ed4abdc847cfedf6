// docs/reference/contract.md names a test for every decision and repeats the error table: both are checked here.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messagesDialect } from '../../packages/dialects/dist/messages.js';
import { responsesDialect } from '../../packages/dialects/dist/responses.js';
import { EngineError, errorCodes } from '../../packages/engine/dist/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const page = readFileSync(join(root, 'docs/reference/contract.md'), 'utf8');
const folders = {
  api: 'apps/api/test',
  dialects: 'packages/dialects/test',
  protocol: 'packages/protocol/test',
  engine: 'packages/engine/test',
  stores: 'packages/stores/test',
  providers: 'packages/providers/test',
  llama: 'packages/llama/test',
};

const named = [...page.matchAll(/`((?:api|dialects|protocol|engine|stores|providers|llama)\/[\w./*-]+)`/g)].map(
  ([, path]) => path,
);

describe('the contract page', () => {
  it.each([...new Set(named)])('names an existing test: %s', (path) => {
    const [first, ...rest] = path.split('/');
    expect(globSync(join(root, folders[first], `${rest.join('/')}.spec.ts`))).not.toEqual([]);
  });

  it('lists every error code with the response of both dialects', () => {
    const rows = errorCodes.map((code) => {
      const error = new EngineError(code, 'x');
      const messages = messagesDialect.encodeError(error, 'req');
      const responses = responsesDialect.encodeError(error, 'req');
      const finer = responses.body.error.code ? ` / \`${responses.body.error.code}\`` : '';
      return `| \`${code}\` | ${messages.status} \`${messages.body.error.type}\` | ${responses.status} \`${responses.body.error.type}\`${finer} |`;
    });
    expect(page.split('\n').filter((line) => rows.includes(line))).toEqual(rows);
  });
});
