// References to other pages, settings and commands in the user documentation are valid.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { readServiceFile } from '../../apps/api/dist/config/load-config.js';
import { retiredWords } from '../naming/retired-words.mjs';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/README.md', 'packages/*/README.md'], {
  cwd: root,
}).toSorted();
const textOf = (page) => readFileSync(join(root, page), 'utf8');

/** A page without its code. */
const proseOf = (page) =>
  textOf(page)
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (page) =>
  [
    ...textOf(page)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The code blocks of a page that are marked as `language`. */
const blocksOf = (page, language) =>
  [...textOf(page).matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter(([, marked]) => marked === language)
    .map(([, , code]) => code);

describe.each(pages)('%s', (page) => {
  it('links to existing pages and headings', () => {
    const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    const lost = targets.filter((target) => {
      const [path, anchor] = target.split('#');
      const to = path === '' ? page : normalize(join(dirname(page), path));
      return !existsSync(join(root, to)) || (anchor !== undefined && !anchorsOf(to).includes(anchor));
    });
    expect(lost).toEqual([]);
  });

  it('names existing scripts and tools', () => {
    // A page in a package may mean the scripts of that package.
    const manifests = ['package.json', join(dirname(page), 'package.json')].filter((path) =>
      existsSync(join(root, path)),
    );
    const scripts = Object.assign({}, ...manifests.map((path) => JSON.parse(textOf(path)).scripts));
    const named = [...textOf(page).matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...textOf(page).matchAll(/\bnode (tools\/[\w/.-]+\.mjs)/g)].map(([, file]) => file);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('names existing files', () => {
    const files = [...textOf(page).matchAll(/`((?:apps|deploy|docs|examples|packages|tools)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file,
    );
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the configuration in the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  // Blocks that start with `spec:` belong to Kubernetes.
  const shown = pages
    .flatMap((page) => blocksOf(page, 'yaml').map((block, index) => [`${page}, block ${index + 1}`, block]))
    .filter(([, block]) => !block.startsWith('spec:'));

  it.each(shown)('can be read: %s', (_, block) => {
    const path = join(folder, 'service.yaml');
    writeFileSync(
      path,
      /^models:/m.test(block) ? block : `${block}\nmodels: [{ name: demo, provider: { kind: llama, model: demo } }]\n`,
    );
    expect(readServiceFile(path).models.length).toBeGreaterThan(0);
  });

  it.each(pages.flatMap((page) => blocksOf(page, 'json').map((block) => [page, block])))(
    'is valid JSON in the JSON blocks of %s',
    (_, block) => {
      expect(() => JSON.parse(block)).not.toThrow();
    },
  );
});

describe('docs/decisions', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).filter((path) => !path.endsWith('/README.md'));
  const titleOf = (path) => /^# (.+)$/m.exec(textOf(path))?.[1] ?? '';

  it('has at most 40 records', () => {
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.length).toBeLessThanOrEqual(40);
  });

  it('lists each record once, by its title', () => {
    const listed = textOf('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- ['));
    expect(listed.toSorted()).toEqual(
      decisions.map((path) => `- [${titleOf(path)}](${path.split('/').at(-1)})`).toSorted(),
    );
  });

  it.each(decisions)('names %s by its title in kebab-case', (path) => {
    const slug = titleOf(path)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    expect(path).toBe(`docs/decisions/${slug}.md`);
  });
});

it('lists every retired word with its replacement in the glossary', () => {
  const [, table = ''] = textOf('docs/glossary.md').split('| retired word | word to use |\n|---|---|\n');
  expect(table.trim().split('\n')).toEqual(retiredWords.map(({ words, use }) => `| ${words.join(', ')} | ${use} |`));
});
