import type { LlamaModel } from 'node-llama-cpp';
import { GrammarCache } from '#src/worker/generation/grammar-cache.js';
import { useDemoVocabulary } from './demo-vocabulary.js';

describe('Parsed grammars', () => {
  let model: LlamaModel;
  useDemoVocabulary((loaded) => (model = loaded));

  it('are cached per owner without revealing that another owner sent the same grammar', () => {
    const grammars = new GrammarCache(model.llama, model);
    const text = 'root ::= "yes" | "no"';
    const first = grammars.prepare('ada', text);
    expect(grammars.prepare('ada', text)).toBe(first);
    expect(grammars.prepare('bob', text)).not.toBe(first);
    expect(grammars.prepare('ada', text)).toBe(first);
  });

  it('are forgotten, the least recently used first, when there are many', () => {
    const grammars = new GrammarCache(model.llama, model);
    const textOf = (n: number): string => `root ::= "${n}"`;
    const [used, unused] = [grammars.prepare('ada', textOf(0)), grammars.prepare('ada', textOf(1))];
    for (let n = 2; n < 33; n += 1) {
      grammars.prepare('ada', textOf(n));
      grammars.prepare('ada', textOf(0));
    }
    expect(grammars.prepare('ada', textOf(0))).toBe(used);
    expect(grammars.prepare('ada', textOf(1))).not.toBe(unused);
  });
});
