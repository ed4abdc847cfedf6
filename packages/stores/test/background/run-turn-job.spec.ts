import {
  ConversationLocks,
  EngineError,
  type GenerationEvent,
  JobRun,
  type JobRunnerOptions,
  runTurnJob,
  type Store,
  type TurnJob,
  type TurnRequest,
} from '@org/engine';
import {
  buildContext,
  buildRequest,
  buildResult,
  createScriptedModel,
  eventually,
  message,
  pause,
  replay,
  type ScriptStep,
  testJobSettings,
  turnOf,
} from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from '../sqlite/sqlite-location.js';
import { bound } from './job-runner-kit.js';

const { signal: _signal, owner: _owner, ...context } = buildContext();
const input = [message('user', 'Now')];
const turn: TurnRequest = {
  dialect: 'responses',
  generation: buildRequest(input),
  instructions: [],
  input,
  state: { store: true, conversationId: 'conv_1' },
  warnings: [],
};

/** Returns the type of an event. */
const job: TurnJob = {
  turn,
  response: {
    id: 'resp_1',
    createdAt: 2,
    takeSnapshot: ({ result, error }) => ({
      status: error === undefined ? 'completed' : 'failed',
      payload: { error: error?.code ?? null },
      items: [{ id: 'i_1', side: 'output', value: { parts: result.parts.length } }],
    }),
  },
  push: ({ type }) => [JSON.stringify(type)],
  fail: ({ code }) => [JSON.stringify(`failed: ${code}`)],
  running: () => ({ status: 'in_progress', payload: {}, items: [] }),
};

describe('A turn of a conversation in the background', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let conversations: ConversationLocks;

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path });
    conversations = new ConversationLocks({ store, decode: () => [], times: { leaseMs: 10_000, heartbeatMs: 3_000 } });
    await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
    await store.putTurn(turnOf({ id: 'resp_1', status: 'queued', output: [] }), { job: { request: {} } });
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  /** Runs the job; `hear` receives each event before it is logged in `log`. */
  async function perform(
    hear: (event: GenerationEvent, run: JobRun) => void,
    steps: readonly ScriptStep[] = [...replay(buildResult(['Hello']))],
    log: JobRunnerOptions['store'] = store,
  ): ReturnType<typeof runTurnJob> {
    const claimed = await store.claimJob('', testJobSettings.leaseMs);
    if (claimed === undefined) throw new Error('There is no job.');
    const run = new JobRun(claimed, log, testJobSettings, performance.now());
    await run.readLog();
    const languageModel = createScriptedModel({ id: 'm', script: steps });
    const heard: TurnJob = { ...job, push: (event) => (hear(event, run), job.push(event)) };
    try {
      return await runTurnJob(
        heard,
        run,
        { registry: { resolve: () => languageModel }, store, conversations },
        context,
      );
    } finally {
      await run.close(false);
    }
  }

  const status = async (): Promise<string | undefined> => (await store.getTurn('ada', 'resp_1'))?.status;
  const log = async (): Promise<readonly unknown[] | undefined> =>
    (await store.readEvents('ada', 'resp_1', -1, 99))?.events.map(({ data }) => JSON.parse(data));
  const stored = async (): Promise<readonly string[] | undefined> =>
    (await store.listConversationItems('ada', 'conv_1', { order: 'asc', limit: 9 }))?.entries.map(({ id }) => id);

  it('adds its items together with its end', async () => {
    expect(await perform(() => undefined)).not.toHaveProperty('failure');
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ status: 'completed' });
    expect((await log())?.at(-1)).toBe('generation-end');
    expect(await stored()).toEqual(['i_1']);
  });

  it('generates no faster than the store accepts events', async () => {
    const [start, started, delta, ...end] = replay(buildResult(['Hello']));
    if (start === undefined || started === undefined || delta === undefined)
      throw new Error('A response has more events.');
    const steps = [start, started, ...Array.from({ length: 5_000 }, () => delta), ...end];
    let appended = 0;
    const goOn = Promise.withResolvers<void>();
    const slow = {
      ...bound(store),
      appendEvents: async (...args: Parameters<Store['appendEvents']>) => (
        await goOn.promise,
        store.appendEvents(...args)
      ),
    };
    const performed = perform(() => void (appended += 1), steps, slow);
    await eventually(() => appended > 500);
    await pause(200);
    expect(appended).toBeLessThan(2_000);
    goOn.resolve();
    expect(await performed).not.toHaveProperty('failure');
  });

  it('does not block later turns when it fails', async () => {
    const outcome = await perform(
      () => undefined,
      [{ type: 'throw', error: new EngineError('upstream-failed', 'It broke.') }],
    );
    expect([outcome.failure?.code, await status()]).toEqual(['upstream-failed', 'failed']);
    const next = await conversations.enter('ada', 'conv_1', new AbortController().signal);
    next.release();
  });

  it('emits nothing more when it was ended before its first event', async () => {
    const heard: string[] = [];
    await perform(({ type }) => {
      if (heard.push(type) === 1)
        void store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled', output: [] }), { existing: true });
    });
    expect([heard, await status()]).toEqual([['generation-start'], 'cancelled']);
  });

  it('reports no failure of its own when another process ended it', async () => {
    const [start, started] = replay(buildResult(['Hello']));
    if (start === undefined || started === undefined) throw new Error('A response has more events.');
    const outcome = await perform(
      ({ type }) => {
        if (type === 'part-start')
          void store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled', output: [] }), { existing: true });
      },
      [start, started, { type: 'throw', error: new EngineError('upstream-failed', 'It broke.') }],
    );
    expect(outcome).not.toHaveProperty('failure');
    expect(await status()).toBe('cancelled');
  });

  it('leaves a turn unchanged when the store cannot write its end, and does not treat its lease as lost', async () => {
    const full = new EngineError('internal', 'The disk is full: nothing was stored.');
    const refusing = {
      ...bound(store),
      putTurn: (...[turnRecord, addition]: Parameters<Store['putTurn']>) =>
        turnRecord.status === 'completed' ? Promise.reject(full) : store.putTurn(turnRecord, addition),
    };
    await expect(perform(() => undefined, undefined, refusing)).rejects.toBe(full);
    expect(await status()).toBe('in_progress');
  });

  it('ends as nothing once it lost its lease, also before another process took it over', async () => {
    const outcome = await perform(({ type }, run) => {
      if (type === 'part-delta') run.stop('lost');
    });
    expect(outcome).not.toHaveProperty('failure');
    expect(await status()).toBe('in_progress');
  });

  it.each([
    ['of which something was seen has cost what it has read: the rest is counted from the log', true, 0],
    ['of which nothing was seen has cost all that was made of it', false, 1],
  ])('that stops %s', async (_, isSeen, outputTokens) => {
    const [start, started, delta] = replay(buildResult(['Hello']));
    if (start === undefined || started === undefined || delta === undefined)
      throw new Error('A response has more events.');
    const silent = { ...bound(store), appendEvents: () => new Promise<boolean>(() => undefined) };
    const { usage } = await perform(
      async ({ type }, run) => {
        if (type !== 'part-delta') return;
        // The store has the events a little before the run knows that they are there.
        if (isSeen) await eventually(() => run.logged > 2);
        else await pause(20);
        run.stop('stopping');
      },
      [start, started, delta, { type: 'delay', ms: 60_000 }],
      isSeen ? store : silent,
    );
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens });
  });

  it('ends with a conflict and its output, and adds nothing, when its last write finds that others overtook it', async () => {
    const outcome = await perform(({ type }) => {
      if (type === 'part-start') void store.releaseTicket({ owner: 'ada', conversationId: 'conv_1', number: 1 });
    });
    expect(outcome.failure).toMatchObject({ code: 'conflict', param: 'conversation', retryable: true });
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({
      status: 'failed',
      payload: { error: 'conflict' },
      output: [{ parts: [{ type: 'text', text: 'Hello' }] }],
    });
    expect(await log()).toEqual(['generation-start', 'part-start', 'part-delta', 'part-end', 'failed: conflict']);
    expect(await stored()).toEqual([]);
    expect(await store.countJobs()).toMatchObject({ queued: 0, running: 0 });
  });
});
