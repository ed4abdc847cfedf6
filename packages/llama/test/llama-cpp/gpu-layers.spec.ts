import type { LoadedModel } from '#src/loaded-model.js';
import { ModelLoadError } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { timeoutMs, resultOf, textOf, useColdModels } from '../demo.js';

// GPU engines are not installed by default, except on Macs; the reported device distinguishes the two cases.
const coldModel = useColdModels();

/** Loads the demo model with `options`, and returns the device that it reported. */
async function loaded(options: {
  readonly gpu?: boolean;
  readonly gpuLayers?: number;
}): Promise<{ readonly on: LoadedModel; readonly output: string }> {
  const reported: LoadedModel[] = [];
  const languageModel = coldModel({ ...options, onLoaded: (on) => reported.push(on) });
  const output = textOf(await resultOf(languageModel, buildRequest('What is the capital of France?')));
  const [on] = reported;
  if (on === undefined || reported.length > 1) throw new Error(`The log has it ${reported.length} times.`);
  return { on, output };
}

/** The reason of a failed load; '' for a successful one. */
function reasonOf(outcome: unknown): string {
  return outcome instanceof Error && outcome.cause instanceof Error ? outcome.cause.message : '';
}

describe('what a model runs on', () => {
  it(
    'reports no GPU layers and no warning on load when no GPU was requested',
    async () => {
      const { on } = await loaded({});
      expect(on.ofLayers).toBeGreaterThan(0);
      expect(on).toMatchObject({ layers: 0 });
      expect(on).not.toHaveProperty('gpu');
      expect(on).not.toHaveProperty('unmet');
    },
    timeoutMs,
  );

  it(
    'reports the reason when a requested GPU is not used, and still generates',
    async () => {
      const { on, output } = await loaded({ gpu: true });
      expect(output).toContain('Paris');
      const used = { layers: on.ofLayers, devices: [expect.any(String) as string] };
      const unused = { layers: 0, unmet: expect.stringMatching(/CUDA or Vulkan|engine for them/) as string };
      expect(on).toMatchObject(on.gpu === undefined ? unused : used);
    },
    timeoutMs,
  );

  it(
    'is as many layers as were asked for, or the model is not loaded',
    async () => {
      const outcome = await loaded({ gpu: true, gpuLayers: 2 }).then(
        ({ on }) => on,
        (error: unknown) => error,
      );
      const refused = { code: 'upstream-failed', cause: expect.any(ModelLoadError) as ModelLoadError };
      expect(outcome).toMatchObject(outcome instanceof Error ? refused : { layers: 2 });
      expect(reasonOf(outcome)).toMatch(/^$|^gpuLayers is 2, but the service cannot load layers onto a GPU: /);
    },
    timeoutMs,
  );

  it(
    'may be the processor alone with gpuLayers: 0',
    async () => {
      const { on } = await loaded({ gpu: true, gpuLayers: 0 });
      expect(on.layers).toBe(0);
    },
    timeoutMs,
  );
});
