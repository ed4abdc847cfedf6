import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBoundaries } from '../boundaries/cruise.mjs';
import { rules } from '../boundaries/rules.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** One forbidden import a rule: from this file to that one. */
const broken = {
  'no-unresolvable': ['packages/engine/src/model/part.ts', 'packages/engine/src/model/gone.ts'],
  'no-circular': ['packages/engine/src/model/part.ts', 'packages/engine/src/model/other.ts'],
  'rooms-of-the-app-in-order': ['apps/api/src/one/a.ts', 'apps/api/src/other/b.ts'],
  'protocol-needs-only-zod': ['packages/protocol/src/messages/request.ts', 'packages/engine/src/model/part.ts'],
  'engine-core-needs-nothing': [
    'packages/engine/src/turn/run-turn.ts',
    'packages/engine/src/stores/sqlite/sqlite-store.ts',
  ],
  'engine-knows-none-of-ours': [
    'packages/engine/src/generators/scripted/scripted-generator.ts',
    'packages/protocol/src/sse/parse-sse.ts',
  ],
  'upstream-needs-only-undici': [
    'packages/engine/src/generators/upstream/a.ts',
    'packages/engine/src/generators/chat-completions/b.ts',
  ],
  'chat-completions-needs-only-upstream': [
    'packages/engine/src/generators/chat-completions/a.ts',
    'packages/engine/src/stores/sqlite/b.ts',
  ],
  'wire-needs-only-upstream': [
    'packages/engine/src/generators/wire/a.ts',
    'packages/engine/src/generators/chat-completions/b.ts',
  ],
  'ai-sdk-needs-only-upstream': [
    'packages/engine/src/generators/ai-sdk/a.ts',
    'packages/engine/src/stores/sqlite/b.ts',
  ],
  'media-needs-only-its-libraries': ['packages/engine/src/media/a.ts', 'packages/engine/src/turn/b.ts'],
  'tool-servers-need-only-their-libraries': ['packages/engine/src/tool-servers/a.ts', 'packages/engine/src/turn/b.ts'],
  'flow-knows-no-generator': ['packages/engine/src/flow/a.ts', 'packages/engine/src/generators/upstream/b.ts'],
  'model-files-needs-only-undici': [
    'packages/engine/src/model-files/a.ts',
    'packages/engine/src/generators/upstream/b.ts',
  ],
  'llama-needs-only-its-libraries': [
    'packages/engine/src/generators/llama/a.ts',
    'packages/engine/src/generators/chat-completions/b.ts',
  ],
  'sqlite-store-needs-only-node': ['packages/engine/src/stores/sqlite/a.ts', 'packages/engine/src/turn/b.ts'],
  'postgres-store-needs-only-pg': [
    'packages/engine/src/stores/postgres/a.ts',
    'packages/engine/src/stores/sqlite/b.ts',
  ],
  'dialects-translate-only': ['packages/dialects/src/messages/a.ts', 'packages/engine/src/turn/run-turn.ts'],
  'messages-not-responses': ['packages/dialects/src/messages/a.ts', 'packages/dialects/src/responses/b.ts'],
  'responses-not-messages': ['packages/dialects/src/responses/a.ts', 'packages/dialects/src/messages/b.ts'],
  'requests-are-read-without-answers': [
    'packages/dialects/src/messages/rules/a.ts',
    'packages/dialects/src/messages/encode/b.ts',
  ],
  'sdk-needs-only-protocol': ['packages/sdk/src/client.ts', 'packages/dialects/src/dialect.ts'],
  'nobody-imports-tools-or-examples': ['apps/api/src/main.ts', 'tools/setup/run.mjs'],
  'nobody-imports-the-app': ['packages/sdk/src/client.ts', 'apps/api/src/main.ts'],
};

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
