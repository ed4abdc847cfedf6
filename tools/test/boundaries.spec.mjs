import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBoundaries } from '../boundaries/cruise.mjs';
import { rules } from '../boundaries/rules.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** One forbidden import per rule: from the first file to the second. */
const broken = {
  'no-unresolvable': ['packages/engine/src/model/part.ts', 'packages/engine/src/model/gone.ts'],
  'no-circular': ['packages/engine/src/model/part.ts', 'packages/engine/src/model/other.ts'],
  'rooms-of-the-app-in-order': ['apps/api/src/one/a.ts', 'apps/api/src/other/b.ts'],
  'application-logic-imports-neither-nest-nor-fastify': ['apps/api/src/turn/a.ts', 'node_modules/fastify/b.ts'],
  'protocol-needs-only-zod': ['packages/protocol/src/messages/request.ts', 'packages/engine/src/model/part.ts'],
  'engine-imports-no-package-of-ours': ['packages/engine/src/testing/a.ts', 'packages/stores/src/index.ts'],
  'engine-core-imports-no-adapter': [
    'packages/engine/src/turn/run-turn.ts',
    'packages/engine/src/background/job-runner.ts',
  ],
  'engine-utilities-import-no-feature': ['packages/engine/src/json/a.ts', 'packages/engine/src/turn/b.ts'],
  'hosted-tools-web-imports-no-tool': ['packages/hosted-tools/src/web/a.ts', 'packages/hosted-tools/src/mcp/b.ts'],
  'stores-import-only-the-engine': ['packages/stores/src/testing/a.ts', 'packages/providers/src/index.ts'],
  'shared-code-of-stores-imports-no-store': ['packages/stores/src/shared/a.ts', 'packages/stores/src/sqlite/b.ts'],
  'sqlite-store-imports-only-node': ['packages/stores/src/sqlite/a.ts', 'packages/engine/src/index.ts'],
  'postgres-store-imports-only-pg': ['packages/stores/src/postgres/a.ts', 'packages/stores/src/sqlite/b.ts'],
  'providers-import-only-the-engine': ['packages/providers/src/shared/a.ts', 'packages/dialects/src/messages.ts'],
  'provider-transport-imports-no-provider': [
    'packages/providers/src/transport/a.ts',
    'packages/providers/src/chat-completions/b.ts',
  ],
  'upstream-errors-import-no-compat-rule': ['packages/providers/src/errors/a.ts', 'packages/providers/src/compat/b.ts'],
  'chat-completions-imports-no-other-provider': [
    'packages/providers/src/chat-completions/a.ts',
    'packages/providers/src/ai-sdk/b.ts',
  ],
  'upstream-api-imports-no-other-provider': [
    'packages/providers/src/upstream-api/a.ts',
    'packages/providers/src/chat-completions/b.ts',
  ],
  'ai-sdk-imports-no-other-provider': [
    'packages/providers/src/ai-sdk/a.ts',
    'packages/providers/src/upstream-api/b.ts',
  ],
  'llama-imports-only-the-engine': ['packages/llama/src/a.ts', 'packages/providers/src/index.ts'],
  'sandbox-imports-only-node': ['packages/sandbox/src/a.ts', 'packages/engine/src/index.ts'],
  'hosted-tools-import-only-the-engine': ['packages/hosted-tools/src/mcp/a.ts', 'packages/providers/src/index.ts'],
  'only-documents-import-libraries-of-documents': ['packages/hosted-tools/src/web/a.ts', 'node_modules/linkedom/b.ts'],
  'dialects-import-only-protocol-and-engine': [
    'packages/dialects/src/messages/a.ts',
    'packages/providers/src/index.ts',
  ],
  'packages-are-entered-through-their-index': ['packages/llama/src/a.ts', 'packages/engine/src/model/part.ts'],
  'shipped-code-imports-no-test-kit': ['packages/llama/src/a.ts', 'packages/engine/src/testing/builders.ts'],
  'messages-not-responses': ['packages/dialects/src/messages/a.ts', 'packages/dialects/src/responses/b.ts'],
  'responses-not-messages': ['packages/dialects/src/responses/a.ts', 'packages/dialects/src/messages/b.ts'],
  'requests-are-read-without-answers': [
    'packages/dialects/src/messages/rules/a.ts',
    'packages/dialects/src/messages/encode/b.ts',
  ],
  'console-imports-only-preact-and-the-client-side-of-protocol': [
    'apps/console/src/a.ts',
    'packages/protocol/src/messages.ts',
  ],
  'the-api-serves-the-console-without-importing-it': ['apps/api/src/a.ts', 'apps/console/src/b.ts'],
  'sdk-needs-only-protocol': ['packages/sdk/src/client.ts', 'packages/dialects/src/dialect.ts'],
  'nobody-imports-tools-or-examples': ['apps/api/src/main.ts', 'tools/setup/run.mjs'],
  'nobody-imports-the-app': ['packages/sdk/src/client.ts', 'apps/api/src/main.ts'],
};

/** Folders of the engine that the dialects may import: translation needs no running turn and no open store. */
const translationFolders = ['model', 'errors', 'ports', 'json', 'text', 'schema', 'turn/turn-request'];

describe('what the dialects import of the engine', () => {
  it('is its model, errors, ports and text tools', () => {
    const moduleOf = new Map(
      exportsOf('packages/engine/src/index.ts').flatMap(({ names, from }) => names.map((name) => [name, from])),
    );
    const imported = typescriptFiles('packages/dialects/src').flatMap((file) => importsOf(file, '@org/engine'));
    expect(imported.length).toBeGreaterThan(50);
    const others = [...new Set(imported)].filter(
      (name) => !translationFolders.some((folder) => moduleOf.get(name)?.startsWith(`./${folder}`)),
    );
    expect(others).toEqual([]);
  });
});

describe('the dependency rules', () => {
  it('hold for every file of the workspace', async () => {
    const { modules, violations } = await checkBoundaries(root);
    expect(violations).toEqual([]);
    // A cruise that saw no files would find no violations either.
    expect(modules).toBeGreaterThan(60);
  }, 120_000);

  it('are each broken once below', () => {
    expect(Object.keys(broken).toSorted()).toEqual(rules.map((rule) => rule.name).toSorted());
  });

  it.each(Object.entries(broken))(
    '%s fails the check when it is broken',
    async (name, [from, to]) => {
      const workspace = mkdtempSync(join(tmpdir(), 'boundaries-'));
      try {
        const specifier = `./${relative(dirname(from), to)}`.replace('./..', '..').replace(/\.ts$/, '.js');
        write(workspace, 'apps/api/src/empty.ts', 'export {};');
        write(workspace, 'packages/sdk/src/empty.ts', 'export {};');
        if (name === 'rooms-of-the-app-in-order') {
          write(workspace, 'apps/api/src/one/d.ts', 'export const d = 1;');
          write(workspace, 'apps/api/src/other/c.ts', `export { d } from '../one/d.js';`);
        }
        if (name === 'no-circular') write(workspace, to, `import { a } from './part.js';\nexport const b = a;`);
        else if (name !== 'no-unresolvable') write(workspace, to, 'export const b = 1;');
        write(workspace, from, `import { b } from '${specifier}';\nexport const a = b;`);
        const { violations } = await checkBoundaries(workspace);
        expect(violations.map((violation) => violation.rule)).toContain(name);
      } finally {
        rmSync(workspace, { recursive: true });
      }
    },
    60_000,
  );
});

function write(workspace, file, text) {
  const path = join(workspace, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function typescriptFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

function exportsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].map(([, names, from]) => ({
    names: listed(names),
    from,
  }));
}

function importsOf(file, specifier) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from]) => from === specifier)
    .flatMap(([, names]) => listed(names));
}

function listed(names) {
  return names
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter((name) => name !== '');
}
