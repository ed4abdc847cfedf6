import { toClientFrame } from '#src/websocket/client-frame.js';

const create = { type: 'response.create', model: 'm', input: 'Hi' };
const body = { model: 'm', input: 'Hi', stream: true };

describe('A frame of a client', () => {
  it('requests a response like a POST, on the stream that it names', () => {
    expect(toClientFrame(create, 7)).toEqual({
      type: 'response.create',
      body,
      generate: true,
      streamId: undefined,
      size: 7,
    });
    expect(toClientFrame({ ...create, stream_id: 'one', stream: false }, 8)).toEqual({
      type: 'response.create',
      body,
      generate: true,
      streamId: 'one',
      size: 8,
    });
  });

  it('asks no model where it is only to make ready, unless the model is to be made ready, too', () => {
    expect(toClientFrame({ ...create, generate: false }, 7)).toMatchObject({ generate: false, body });
    const options = { prompt_cache_options: { prewarm: true } };
    expect(toClientFrame({ ...create, ...options, generate: false }, 7)).toMatchObject({
      generate: true,
      body: { ...body, ...options },
    });
    expect(toClientFrame({ ...create, prompt_cache_options: { prewarm: false }, generate: false }, 7)).toMatchObject({
      generate: false,
    });
  });

  it('steers with an input', () => {
    const steer = { type: 'response.steer', input: 'No!', previous_response_id: 'resp_1', stream_id: 'one' };
    expect(toClientFrame(steer, 7)).toEqual({
      type: 'response.steer',
      event: expect.objectContaining({ input: 'No!', previous_response_id: 'resp_1' }),
      streamId: 'one',
    });
  });

  it.each([
    ['generate', { ...create, generate: 'no' }],
    ['background', { ...create, background: true }],
    ['stream_id', { ...create, stream_id: '' }],
    ['stream_id', { ...create, stream_id: 'x'.repeat(257) }],
    ['stream_id', { ...create, stream_id: 5 }],
    ['input', { type: 'response.steer', input: 'No!' }],
    ['type', { type: 'response.cancel' }],
  ])('is rejected with the name of the invalid field: %s', (param, frame) => {
    expect(() => toClientFrame(frame, 7)).toThrow(expect.objectContaining({ code: 'invalid-request', param }));
  });
});
