import { demoModelPath } from '@org/demo-model';

import { EngineError } from '@org/engine';
import { resolveModelSampling } from '#src/sampling/sampling-defaults.js';
import { buildRequest } from '@org/engine/testing';
import type { RuntimeSettings } from '#src/process-messages.js';
import { LoadableProcess } from '#src/memory/loadable-process.js';

import { timeoutMs } from '../demo.js';
import { FakeResidentModel } from '../memory/fake-resident-model.js';
import { describeResidentModel } from '../memory/describe-resident-model.js';

const settings: RuntimeSettings = {
  modelPath: demoModelPath,
  contextLength: 256,
  slots: 1,
  threads: 1,
  gpu: false,
  sandbox: 'auto',
  privatePaths: [],
  sampling: resolveModelSampling({}).values,
  kvCacheType: 'f16' as const,
};

/** Whether it counts tokens. */
function counts(model: LoadableProcess): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      model.submit(
        { type: 'count', owner: 'o', request: buildRequest('Hello') },
        { reply: (reply) => resolve(reply.type === 'counted'), lost: () => resolve(false) },
      );
    } catch {
      resolve(false);
    }
  });
}

describeResidentModel('a model process', {
  timeoutMs,
  create: () => {
    const residentModel = new LoadableProcess(settings);
    return { residentModel, isResponsive: () => counts(residentModel) };
  },
  broken: () => new LoadableProcess({ ...settings, modelPath: import.meta.filename }),
});

describeResidentModel('the tenant of the laws', {
  timeoutMs,
  create: () => {
    const fake = new FakeResidentModel('fake', 1);
    const soon = async (asked: Promise<void>): Promise<void> => {
      setImmediate(() => fake.succeed());
      await asked;
    };
    return {
      residentModel: { load: () => soon(fake.load()), unload: () => soon(fake.unload()) },
      isResponsive: async () => fake.asked.at(-1) === 'load' && fake.busy === undefined,
    };
  },
  broken: () => ({
    load: () => Promise.reject(new EngineError('upstream-failed', 'The service could not load the model.')),
    unload: async () => undefined,
  }),
});

describe('the process of a model', () => {
  /** The number of running processes; the handle of an ended one is closed in the same turn of the event loop. */
  const processes = async (): Promise<number> => {
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  };

  it(
    'has ended when its load was given up or has failed, so that its memory is free',
    async () => {
      const before = await processes();
      const given = new LoadableProcess(settings);
      const loading = given.load().catch(() => undefined);
      await given.unload();
      expect(await processes()).toBe(before);
      await loading;
      await new LoadableProcess({ ...settings, modelPath: import.meta.filename }).load().catch(() => undefined);
      expect(await processes()).toBe(before);
    },
    timeoutMs,
  );
});
