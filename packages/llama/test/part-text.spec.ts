import { message } from '@org/engine/testing';
import type { MediaPart } from '@org/engine';
import { requireReadable } from '#src/prompt/part-text.js';

const source = { type: 'base64', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;

describe('media for a text model', () => {
  it.each([
    ['image', 'image_block'],
    ['document', 'document_block'],
    ['audio', undefined],
  ] as const)('is rejected with the token by which clients omit it: %s', (media, capability) => {
    const part: MediaPart = { type: 'media', media, source };
    expect(() => requireReadable([message('user', part)])).toThrow(
      expect.objectContaining({ code: 'unsupported', capability, part }),
    );
  });

  it('names the way for images in the error', () => {
    const part: MediaPart = { type: 'media', media: 'image', source };
    expect(() => requireReadable([message('user', part)])).toThrow(
      "This model supports only text input, not an image. To read images, run the model with llama.cpp's server and its projector as an upstream.",
    );
  });
});
