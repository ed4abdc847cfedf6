import * as fc from 'fast-check';
import type { LlamaModel, Token } from 'node-llama-cpp';

import { PromptTokenizer, type TokenizerModel } from '#src/worker/prompt/prompt-tokenizer.js';
import { useDemoVocabulary } from './demo-vocabulary.js';

const specials = /<\|im_start\|>|<\|im_end\|>|<think>|<tool_call>/g;
const calm = new AbortController().signal;

describe('tokens of a prompt', () => {
  let model: LlamaModel;
  useDemoVocabulary((loaded) => (model = loaded));

  /** Counts what is really tokenised. */
  function counting(): TokenizerModel & { readonly texts: string[] } {
    const texts: string[] = [];
    return {
      texts,
      tokenize(text: string, special: boolean): Token[] {
        texts.push(text);
        return model.tokenize(text, special);
      },
    };
  }

  const word = fc.constantFrom(
    'a',
    'Hello',
    'x.\nThen',
    '\n',
    '\n\n',
    ' ',
    '  ',
    "it's",
    '12',
    '{"a": 1}\n',
    '//\n',
    'é',
    '漢',
    '🙂',
    '<|im_start|>',
    '<|im_end|>\n',
    '<think>',
    '<tool_call>',
    '.\r\n',
    '\nB',
  );

  it('equal those of the unsplit text, also where long texts are split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), fc.constantFrom(1, 200), async (words, times) => {
        const text = words.join('').repeat(words.length === 0 ? 1 : times);
        const tokenizer = new PromptTokenizer(model, { specials, splits: true });
        const { tokens, count } = await tokenizer.tokenize('o', [text], Infinity, calm);
        expect(tokens).toEqual(model.tokenize(text, true));
        expect(count).toBe(tokens.length);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    ['words without a line', 'the quick brown fox jumps over the lazy dog and '.repeat(700)],
    [
      'lines that begin with spaces',
      JSON.stringify(
        Array.from({ length: 800 }, (_, n) => ({ name: `value ${n}`, it: "isn't" })),
        null,
        2,
      ),
    ],
    [
      'lines of all lengths',
      Array.from({ length: 30 }, (_, n) => `${'Word after word. '.repeat(n * n)}\n`).join('Then '),
    ],
  ])('equal those of the unsplit text for long input: %s', async (_, text) => {
    for (const splits of [true, false]) {
      const { tokens } = await new PromptTokenizer(model, { specials, splits }).tokenize(
        'o',
        [`<|im_start|>${text}<|im_end|>`],
        Infinity,
        calm,
      );
      expect(tokens).toEqual(model.tokenize(`<|im_start|>${text}<|im_end|>`, true));
    }
  });

  it.each(['a', '.', '漢', '🙂', '\n', ' ', '<', '\n\t'])(
    "of a long run are read in segments, because its pattern would overflow the engine's stack, %j",
    async (unit) => {
      for (const splits of [true, false]) {
        const counter = counting();
        const text = `<|im_start|>user\n${unit.repeat(25_000)}<|im_end|>\n`;
        const { tokens } = await new PromptTokenizer(counter, { specials, splits }).tokenize(
          'o',
          [text],
          Infinity,
          calm,
        );
        expect(Math.max(...counter.texts.map(({ length }) => length))).toBeLessThan(10_000);
        expect(model.detokenize(tokens, true)).toBe(text);
        expect(tokens.filter((token) => model.detokenize([token], true) === '<|im_end|>')).toHaveLength(1);
      }
    },
  );

  it('are cached for the same owner only', async () => {
    const counter = counting();
    const tokenizer = new PromptTokenizer(counter, { specials, splits: true });
    const turns = '<|im_start|>user\nHello<|im_end|>\n';
    await tokenizer.tokenize('a', [turns], Infinity, calm);
    const first = counter.texts.length;
    await tokenizer.tokenize('a', [`${turns}<|im_start|>assistant\nHi`], Infinity, calm);
    expect(counter.texts.slice(first)).toEqual(['assistant\nHi']);
    const second = counter.texts.length;
    await tokenizer.tokenize('b', [turns], Infinity, calm);
    expect(counter.texts.slice(second)).toHaveLength(4);
  });

  it('are not read to the end when there are hopelessly many, but estimated', async () => {
    const counter = counting();
    const tokenizer = new PromptTokenizer(counter, { specials, splits: true });
    const line = 'The quick brown fox.\nThen ';
    const exact = model.tokenize(line.repeat(100), true).length * 10;
    const { count } = await tokenizer.tokenize('o', [line.repeat(1000)], 500, calm);
    expect(counter.texts.join('').length).toBeLessThan(line.length * 300);
    expect(Math.abs(count - exact) / exact).toBeLessThan(0.1);
  });

  it('are abandoned when the request is cancelled', async () => {
    const control = new AbortController();
    let tokenizeCalls = 0;
    let tokenizeCallsAtAbort = Infinity;
    const slow: TokenizerModel = {
      tokenize(text: string): Token[] {
        tokenizeCalls += 1;
        for (const start = performance.now(); performance.now() - start < 30;);
        return model.tokenize(text.slice(0, 1), true);
      },
    };
    const reading = new PromptTokenizer(slow, { specials, splits: true }).tokenize(
      'o',
      ['x.\nThen '.repeat(20_000)],
      Infinity,
      control.signal,
    );
    setTimeout(() => {
      control.abort();
      tokenizeCallsAtAbort = tokenizeCalls;
    }, 50);
    await expect(reading).rejects.toThrow(/abort/i);
    expect(tokenizeCalls - tokenizeCallsAtAbort).toBeLessThanOrEqual(1);
  });
});
