import { decodeChunks, delta, finish } from './decode.js';

const png = 'data:image/png;base64,iVBORw0K';
const picture = { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBORw0K' } };
const text = (value: string): object => ({ type: 'text', text: value });
const imageUrl = (url: unknown): object => ({ type: 'image_url', image_url: url });

describe('media in an upstream response', () => {
  it.each([
    ['next to the content', delta({ content: '', images: [imageUrl({ url: png })] })],
    ['as content', delta({ content: [imageUrl({ url: png })] })],
    ['with a bare address', delta({ images: [imageUrl(png)] })],
    ['as bare bytes', delta({ images: [{ b64_json: 'iVBORw0K' }] })],
    [
      'in a complete message',
      {
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: null, images: [imageUrl({ url: png })] },
            finish_reason: 'stop',
          },
        ],
      },
    ],
  ])('is an image when it arrives %s', (_, chunk) => {
    expect(decodeChunks([chunk, finish()]).parts).toEqual([picture]);
  });

  it('appears in order, after the preceding text', () => {
    const decoded = decodeChunks(
      [
        delta({ content: 'Look: ST' }),
        delta({ images: [imageUrl({ url: png })] }),
        delta({ content: 'Good?' }),
        finish(),
      ],
      { localStopSequences: ['STOP'] },
    );
    expect(decoded.parts).toEqual([text('Look: ST'), picture, text('Good?')]);
  });

  it('waits for a call that is being written', () => {
    const call = (args: string): object => ({
      tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: args } }],
    });
    const { parts } = decodeChunks([
      delta(call('{"a":')),
      delta({ images: [imageUrl({ url: png })] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
      finish('tool_calls'),
    ]);
    expect(parts).toMatchObject([{ type: 'tool-call', argumentsText: '{"a":1}' }, picture]);
  });

  it('is delivered once when the upstream repeats it', () => {
    const images = [imageUrl({ url: png })];
    expect(decodeChunks([delta({ images }), delta({ images }), finish()]).parts).toEqual([picture]);
  });

  it('preserves the URL of remote content', () => {
    expect(
      decodeChunks([delta({ images: [imageUrl({ url: 'https://pictures.test/1.png' })] }), finish()]).parts,
    ).toEqual([{ type: 'media', media: 'image', source: { type: 'url', url: 'https://pictures.test/1.png' } }]);
  });

  it('is audio with its transcript', () => {
    const { parts } = decodeChunks([
      delta({ audio: { id: 'a', transcript: 'Good ' } }),
      delta({ audio: { data: 'AQ==', transcript: 'day' } }),
      delta({ audio: { data: 'Ag==', expires_at: 9 } }),
      finish(),
    ]);
    expect(parts).toEqual([
      text('Good day'),
      { type: 'media', media: 'audio', source: { type: 'base64', mediaType: 'audio/*', data: 'AQI=' } },
    ]);
  });

  it.each([null, [], [null], ['x'], [{}], [imageUrl(null)], [imageUrl({ url: '' })]])(
    'is absent when there is no content: %j',
    (images) => {
      expect(decodeChunks([delta({ content: 'Hi', images, audio: null }), finish()]).parts).toEqual([text('Hi')]);
    },
  );
});

describe('content parts', () => {
  it.each([
    ['thinking', { type: 'thinking', thinking: 'Hmm' }],
    ['a summary', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hmm', signature: 's' }] }],
    ['text that is called reasoning', { type: 'reasoning', text: 'Hmm' }],
  ])('are reasoning when they hold %s', (_, chunk) => {
    expect(
      decodeChunks([delta({ content: [chunk] }), delta({ content: [{ type: 'text', text: 'Yes' }] }), finish()]).parts,
    ).toEqual([{ type: 'reasoning', text: 'Hmm' }, text('Yes')]);
  });

  it('are a refusal when their type is that of a refusal', () => {
    expect(decodeChunks([delta({ content: [{ type: 'refusal', refusal: 'No.' }] }), finish()])).toMatchObject({
      parts: [{ text: 'No.', refusal: true }],
      finishReason: { unified: 'refusal' },
    });
  });
});
