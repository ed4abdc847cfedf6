import { readdirSync, readFileSync } from 'node:fs';

interface Rule {
  readonly id: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly overlap: boolean;
  readonly re?: string;
  readonly cs?: string;
}

describe.each([
  ['hand.jsonl', 165],
  ['fresh.jsonl', 118],
])('the hand-written evaluation %s', (file, atLeast) => {
  const folder = new URL('../../../tools/model-training/', import.meta.url);
  const rules = readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Rule);

  it('has one name for every prompt', () => {
    expect(rules.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  });

  it('has patterns that compile', () => {
    for (const { re = '', cs = '' } of rules) expect(() => [new RegExp(re, 'is'), new RegExp(cs)]).not.toThrow();
  });

  it('is not written into the generator', () => {
    const languageModel = readdirSync(folder)
      .filter((name) => /\.(py|txt)$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
      .toLowerCase();
    const prompts = rules.filter((rule) => !rule.overlap).map(lastQuestion);
    expect(prompts.filter((prompt) => prompt.length > 12 && languageModel.includes(prompt.toLowerCase()))).toEqual([]);
  });

  function lastQuestion({ messages }: Rule): string {
    return messages.findLast((message) => message.role === 'user')?.content ?? '';
  }
});
