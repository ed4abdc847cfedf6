import { StepQueue } from '#src/worker/retrieval/step-queue.js';
import { eventually } from '@org/engine/testing';

const signal = new AbortController().signal;

/** Steps that a test ends one by one. */
function steps(): { readonly started: string[]; step(name: string): (index: number) => Promise<void>; end(): void } {
  const started: string[] = [];
  let end = (): void => undefined;
  return {
    started,
    step: (name) => async (index) => {
      started.push(`${name} ${index}`);
      await new Promise<void>((resolve) => (end = resolve));
    },
    end: () => end(),
  };
}

describe('the queue of embeddings', () => {
  it('runs a search before the next input of an ingestion', async () => {
    const queue = new StepQueue();
    const { started, step, end } = steps();
    const ingestion = queue.run(3, { priority: 'ingestion', signal }, step('ingestion'));
    const search = queue.run(1, { priority: 'search', signal }, step('search'));
    for (let count = 1; count <= 4; count += 1) {
      await eventually(() => started.length === count);
      end();
    }
    await Promise.all([ingestion, search]);
    expect(started).toEqual(['ingestion 0', 'search 0', 'ingestion 1', 'ingestion 2']);
  });

  it('alternates between calls of one purpose', async () => {
    const queue = new StepQueue();
    const started: string[] = [];
    const step =
      (name: string) =>
      async (index: number): Promise<void> =>
        void started.push(`${name} ${index}`);
    await Promise.all([
      queue.run(2, { priority: 'search', signal }, step('long')),
      queue.run(1, { priority: 'search', signal }, step('short')),
    ]);
    expect(started).toEqual(['long 0', 'short 0', 'long 1']);
  });

  it('ends an aborted call before its next step, and no other', async () => {
    const queue = new StepQueue();
    const control = new AbortController();
    const started: string[] = [];
    const aborted = queue.run(5, { priority: 'search', signal: control.signal }, async (index) => {
      started.push(`aborted ${index}`);
      control.abort();
    });
    const other = queue.run(1, { priority: 'search', signal }, async () => void started.push('other 0'));
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
    await other;
    expect(started).toEqual(['aborted 0', 'other 0']);
  });

  it('continues after a step that fails', async () => {
    const queue = new StepQueue();
    await expect(
      queue.run(1, { priority: 'search', signal }, () => Promise.reject(new Error('engine'))),
    ).rejects.toThrow('engine');
    await queue.run(1, { priority: 'search', signal }, async () => undefined);
  });
});
