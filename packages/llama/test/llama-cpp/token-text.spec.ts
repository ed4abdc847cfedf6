import type { LlamaModel } from 'node-llama-cpp';
import * as fc from 'fast-check';

import { TokenText } from '#src/worker/generation/token-text.js';
import { useDemoVocabulary } from './demo-vocabulary.js';

describe('text from tokens', () => {
  let model: LlamaModel;
  useDemoVocabulary((loaded) => (model = loaded));

  it('joins to the text of the tokens, and no chunk contains half a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('é', '漢字', '🙂', '👨‍👩‍👧', ' a', 'word', '\n', '\u0301'), { maxLength: 12 }),
        (chunks) => {
          const complete = chunks.join('');
          const text = new TokenText(model, [], new Set());
          const output = model.tokenize(complete, false).map((token) => text.push(token));
          expect(output.join('')).toBe(complete);
          expect(output.join('|')).not.toContain('\uFFFD');
        },
      ),
    );
  });

  it('emits a broken character as U+FFFD and continues', () => {
    const [first] = model.tokenize('漢', false);
    if (first === undefined) throw new Error('no token');
    const text = new TokenText(model, [], new Set());
    const output = [first, ...model.tokenize('abc', false)].map((token) => text.push(token)).join('');
    expect(output).toBe('\uFFFDabc');
  });

  it('emits nothing for silent tokens', () => {
    const [token] = model.tokenize('<|im_start|>', true);
    if (token === undefined) throw new Error('no token');
    expect(new TokenText(model, [], new Set([token])).push(token)).toBe('');
  });
});
