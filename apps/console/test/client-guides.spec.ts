import { readFileSync } from 'node:fs';
import { clientGuides } from '#src/connect/client-guides.js';

const guide = (name: string): string =>
  readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8');

const origin = 'http://127.0.0.1:8080';

describe('the settings of a client', () => {
  it.each([
    ['claude-code', /^export (\w+)=/gm],
    ['codex', /^([\w.]+) = |^(\[.+\])$/gm],
    ['anthropic-sdk', /\b(baseURL|base_url|apiKey|api_key)\b/g],
    ['openai-sdk', /\b(baseURL|base_url|apiKey|api_key)\b/g],
  ])('of %s are those of its guide', (id, setting) => {
    const snippets = clientGuides.find((one) => one.id === id)?.snippets({ origin, model: 'demo' }) ?? [];
    const names = snippets.flatMap(({ code }) =>
      [...code.matchAll(setting)].map(([, name, table]) => name ?? table ?? ''),
    );
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(guide(id)).toContain(name);
  });

  it('name this service and the chosen model', () => {
    for (const { id, snippets } of clientGuides)
      for (const { code } of snippets({ origin: 'https://models.example', model: 'org/m:1' }))
        expect([id, code.includes('https://models.example'), code.includes('org/m:1')]).toEqual([id, true, true]);
  });

  it('quote a model name that a shell or a string would change', () => {
    const model = `a'b "c" $d`;
    const [shell] = clientGuides.find(({ id }) => id === 'claude-code')?.snippets({ origin, model }) ?? [];
    expect(shell?.code).toContain(String.raw`'a'\''b "c" $d'`);
    const [toml] = clientGuides.find(({ id }) => id === 'codex')?.snippets({ origin, model }) ?? [];
    expect(toml?.code).toContain(String.raw`model = "a'b \"c\" $d"`);
  });
});
