// Media that a model made, in both dialects, streamed and whole: what a wire has no place for is told of.
import { emptyUsage, type GenerationResult, type MediaPart } from '@org/engine';
import { checkMessageStream } from '@org/protocol/messages';
import { checkResponseStream } from '@org/protocol/responses';
import { messagesDialect } from '#src/messages.js';
import * as messages from '../messages/response-streams.js';
import { body } from '../messages/requests.js';
import { encodeResponse, rebuiltBySdk, streamed } from '../responses/streamed-responses.js';
import { encodeContext } from '../responses/options.js';

const picture: MediaPart = {
  type: 'media',
  media: 'image',
  source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
};
const linked: MediaPart = {
  type: 'media',
  media: 'image',
  source: { type: 'url', url: 'https://pictures.test/1.png' },
};
const sound: MediaPart = {
  type: 'media',
  media: 'audio',
  source: { type: 'base64', mediaType: 'audio/wav', data: 'AAAA' },
};

const resultOf = (...parts: readonly MediaPart[]): GenerationResult => ({
  model: 'm',
  parts: [{ type: 'text', text: 'Here:' }, ...parts],
  finishReason: { unified: 'stop' },
  usage: emptyUsage,
  warnings: [],
});

const missing = 'made by the model, and not part of this answer, whose interface has no place for it';

describe('a picture or a sound that a model made', () => {
  it('is told of in the messages dialect, which has no block for it', async () => {
    const request = messagesDialect.parseRequest(body());
    const result = resultOf(picture, linked, sound);
    const complete = messages.json(request, result);
    expect(complete.content).toEqual([
      { type: 'text', text: 'Here:' },
      { type: 'text', text: `[image: image/png, ${missing}]` },
      { type: 'text', text: '[image: https://pictures.test/1.png]' },
      { type: 'text', text: `[audio: audio/wav, ${missing}]` },
    ]);
    const events = messages.stream(request, result, 2);
    checkMessageStream(events);
    expect(await messages.rebuiltBySdk(messages.sent(events))).toMatchObject({ content: complete.content });
  });

  it('is an item of the responses dialect, or a message that tells of it', async () => {
    const request = { model: 'm', input: 'q' };
    const result = resultOf(picture, linked, sound);
    const complete = encodeResponse(request, result, encodeContext());
    expect(complete.output).toMatchObject([
      { type: 'message' },
      { type: 'image_generation_call', result: 'AAAA' },
      {
        type: 'message',
        status: 'completed',
        content: [{ type: 'output_text', text: '[image: https://pictures.test/1.png]' }],
      },
      { type: 'message', content: [{ type: 'output_text', text: `[audio: audio/wav, ${missing}]` }] },
    ]);
    const events = streamed(request, result, 2, encodeContext());
    checkResponseStream(events);
    expect(await rebuiltBySdk(events)).toMatchObject({ output: JSON.parse(JSON.stringify(complete.output)) });
  });
});
