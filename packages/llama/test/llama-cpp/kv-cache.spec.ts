import { buildRequest } from '@org/engine/testing';
import type { LoadedModel } from '#src/loaded-model.js';
import { resultOf, textOf, timeoutMs, useColdModels } from '../demo.js';

const coldModel = useColdModels();
const request = buildRequest('What is the capital of France?');

describe('a KV cache', () => {
  it.each(['f16', 'q8_0', 'q4_0'] as const)(
    'of %s generates, and the load reports it with context, slots and sampling',
    async (kvCacheType) => {
      const loads: LoadedModel[] = [];
      const model = coldModel({ kvCacheType, slots: 2, onLoaded: (loaded) => loads.push(loaded) });
      expect(textOf(await resultOf(model, request))).not.toBe('');
      expect(loads).toEqual([
        expect.objectContaining({
          kvCacheType,
          contextLength: 4096,
          slots: 2,
          family: 'built-in demo model',
          sampling: expect.objectContaining({ temperature: 0 }) as unknown,
          samplingFrom: { family: ['temperature'], default: expect.arrayContaining(['topP']) as unknown },
        }),
      ]);
    },
    timeoutMs,
  );

  it(
    'generates the same with flash attention off',
    async () => {
      const on = textOf(await resultOf(coldModel({}), request));
      expect(textOf(await resultOf(coldModel({ flashAttention: false }), request))).toBe(on);
    },
    timeoutMs,
  );

  it('is rejected when it is quantized and flash attention is off', async () => {
    await expect(resultOf(coldModel({ kvCacheType: 'q8_0', flashAttention: false }), request)).rejects.toMatchObject({
      code: 'upstream-failed',
      message: 'kvCacheType q8_0 needs flash attention, which the settings turn off.',
    });
  });
});
