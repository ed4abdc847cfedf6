import { splitCode, splitInlineCode } from '#src/chat/split-code.js';
import { pageOf, linkTo } from '#src/router.js';
import { generatingModels, readModels } from '#src/api/fetch-models.js';
import { readReadiness } from '#src/api/fetch-readiness.js';
import { formatSeconds } from '#src/chat/summarize-turn.js';

describe('the text of a model', () => {
  it('has its fenced blocks as code, and all other Markdown as it is', () => {
    expect(splitCode('# Title\n\n```js\nconst a = `b`;\n```\n<b>end</b>')).toEqual([
      { kind: 'prose', text: '# Title' },
      { kind: 'code', language: 'js', text: 'const a = `b`;' },
      { kind: 'prose', text: '<b>end</b>' },
    ]);
  });

  it('shows a block that is still open', () => {
    expect(splitCode('Look:\n```\none\n``')).toEqual([
      { kind: 'prose', text: 'Look:' },
      { kind: 'code', language: '', text: 'one\n``' },
    ]);
  });

  it('ends a block only with as many marks as it starts with', () => {
    expect(splitCode('````\n```\ninner\n```\n````')).toEqual([{ kind: 'code', language: '', text: '```\ninner\n```' }]);
  });

  it('has code between single backticks within a line', () => {
    expect(splitInlineCode('Run `npm start` now, `not\nthis`.')).toEqual([
      { isCode: false, text: 'Run ' },
      { isCode: true, text: 'npm start' },
      { isCode: false, text: ' now, `not\nthis`.' },
    ]);
  });
});

describe('the address', () => {
  it.each(['chat', 'models', 'connect'] as const)('names the page %s', (page) => {
    expect(pageOf(linkTo(page))).toBe(page);
  });

  it.each(['', '#', '#/', '#/unknown', '#/constructor', '#main'])('%j is the chat', (fragment) => {
    expect(pageOf(fragment)).toBe('chat');
  });
});

describe('the list of models', () => {
  it('has the state of a local model, and leaves out what has no id', () => {
    const body = {
      data: [
        {
          id: 'a',
          display_name: 'A',
          state: 'loaded',
          max_input_tokens: 9,
          capabilities: { tool_use: { supported: true } },
        },
        { id: 'b', capabilities: { tool_use: { supported: false } } },
        { display_name: 'none' },
        null,
      ],
    };
    expect(readModels(body)).toEqual([
      {
        id: 'a',
        displayName: 'A',
        state: 'loaded',
        contextLength: 9,
        maxOutputTokens: undefined,
        capabilities: ['tools'],
      },
      {
        id: 'b',
        displayName: 'b',
        state: undefined,
        contextLength: undefined,
        maxOutputTokens: undefined,
        capabilities: [],
      },
    ]);
    expect(readModels('<html>')).toEqual([]);
  });

  it('offers no embedding or rerank model for a chat', () => {
    const models = readModels({ data: [{ id: 'e', task: 'embedding' }, { id: 'a' }, { id: 'r', task: 'rerank' }] });
    expect(generatingModels(models).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('the readiness', () => {
  it.each([
    [{ status: 'ready', store: 'ok', models: 'ok' }, 'ready'],
    [{ status: 'ready', store: 'ok', models: 'degraded' }, 'degraded'],
    [{ status: 'not_ready', store: 'failing', models: 'ok' }, 'not_ready'],
    [{ status: 'draining', store: 'ok', models: 'ok' }, 'draining'],
    ['a proxy', 'unreachable'],
  ])('of %j is %s', (report, readiness) => expect(readReadiness(report)).toBe(readiness));
});

describe('a duration', () => {
  it.each([
    [1234, '1.23 s'],
    [12_345, '12.3 s'],
  ])('of %d ms is %s', (ms, text) => expect(formatSeconds(ms)).toBe(text));
});
