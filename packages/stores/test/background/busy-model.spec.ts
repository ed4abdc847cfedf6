import {
  Backend,
  BackendGroup,
  ConversationLocks,
  EngineError,
  JobRun,
  JobRunner,
  type JobRunnerOptions,
  type LanguageModel,
  type McpServers,
  type RunLogFields,
  runTurnJob,
  type Store,
  type TurnJob,
  type TurnRequest,
} from '@org/engine';
import {
  buildContext,
  buildRequest,
  buildResult,
  clockAt,
  createScriptedModel,
  eventually,
  message,
  pause,
  replay,
  ScriptedMcpServers,
  type ScriptStep,
  testJobSettings,
  formsOf,
  togetherForm,
  type TurnJobOutcome,
  turnOf,
} from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from '../sqlite/sqlite-location.js';

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
const busy = new EngineError('rate-limited', 'The model is busy.');
const hello = [...replay(buildResult(['Hello']))];
const hour = 3_600_000;

describe('A background response with a busy model', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let conversations: ConversationLocks;
  const runners: JobRunner[] = [];

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path, clock: context.clock });
    conversations = new ConversationLocks({
      store,
      decode: (items) => items.map(() => message('user', 'Before')),
      times: { leaseMs: 10_000, heartbeatMs: 3_000 },
    });
    await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
    await store.putTurn(turnOf({ id: 'resp_1', status: 'queued', output: [] }), { job: { request: {} } });
  });

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(0)));
    await store.close();
    folder.remove();
  });

  function jobId(
    id: string,
    { createdAt = context.clock.now(), ...times }: { createdAt?: number; expiresAt?: number } = {},
  ): TurnJob {
    return {
      turn,
      response: {
        id,
        createdAt,
        ...times,
        takeSnapshot: ({ error }) => ({
          status: error === undefined ? 'completed' : error.code === 'cancelled' ? 'cancelled' : 'failed',
          payload: { error: error?.code ?? null },
          items: [{ id: `i_${id}`, side: 'output', value: {} }],
        }),
      },
      push: ({ type }) => [JSON.stringify(type)],
      fail: ({ code }) => [JSON.stringify(`failed: ${code}`)],
      running: () => ({ status: 'in_progress', payload: {}, items: [] }),
    };
  }

  /** A model that is busy for the first `times` requests and records the number of messages in each. */
  function model(times = 1, failure = busy): { readonly languageModel: LanguageModel; readonly asked: number[] } {
    const asked: number[] = [];
    return {
      asked,
      languageModel: createScriptedModel({
        id: 'm',
        script: ({ messages }) => (asked.push(messages.length) <= times ? [{ type: 'throw', error: failure }] : hello),
      }),
    };
  }

  const perform = (
    run: JobRun,
    languageModel: LanguageModel,
    job = jobId(run.job.turnId),
    clock = context.clock,
    mcpServers?: McpServers,
  ): Promise<TurnJobOutcome> =>
    runTurnJob(
      job,
      run,
      {
        registry: { resolve: () => languageModel },
        store,
        conversations,
        ...(mcpServers === undefined ? {} : { mcpServers }),
      },
      { ...context, clock },
    );

  /** Runs the only job; `meanwhile` may stop it. */
  async function work(
    languageModel: LanguageModel,
    job = jobId('resp_1'),
    meanwhile: (run: JobRun) => Promise<void> = async () => undefined,
    clock = context.clock,
    mcpServers?: McpServers,
  ): Promise<TurnJobOutcome> {
    const claimed = await store.claimJob('', testJobSettings.leaseMs);
    if (claimed === undefined) throw new Error('There is no job.');
    const run = new JobRun(claimed, store, testJobSettings, performance.now());
    await run.readLog();
    const [outcome] = await Promise.all([perform(run, languageModel, job, clock, mcpServers), meanwhile(run)]);
    await run.close(true);
    return outcome;
  }

  async function startRunner(options: JobRunnerOptions): Promise<JobRunner> {
    const runner = new JobRunner(options);
    runners.push(runner);
    await runner.start();
    return runner;
  }

  const log = async (): Promise<readonly unknown[] | undefined> =>
    (await store.readEvents('ada', 'resp_1', -1, 99))?.events.map(({ data }) => JSON.parse(data));
  const status = async (id = 'resp_1', owner = 'ada'): Promise<string | undefined> =>
    (await store.getTurn(owner, id))?.status;

  it('runs when the model is free, in its slot of the conversation, with the items added during the wait', async () => {
    const { languageModel, asked } = model();
    const later = async (): Promise<void> => {
      await eventually(() => asked.length === 1);
      expect(await status()).toBe('queued');
      await store.addConversationItems('ada', 'conv_1', [{ id: 'added', value: {} }]);
      const next = await conversations.enter('ada', 'conv_1', new AbortController().signal);
      expect(await status()).toBe('completed');
      next.release();
    };
    expect(await work(languageModel, jobId('resp_1'), later)).not.toHaveProperty('failure');
    expect(asked).toEqual([1, 2]);
    expect(await log()).toEqual(['generation-start', 'part-start', 'part-delta', 'part-end', 'generation-end']);
  });

  it.each([
    ['for good', model(1, new EngineError('overloaded', 'It fits nowhere.', { retryable: false })), jobId('resp_1')],
    [
      'longer than its retention',
      model(1, new EngineError('rate-limited', 'Busy.', { retryAfter: 60 })),
      jobId('resp_1', { expiresAt: context.clock.now() + 59_000 }),
    ],
    [
      'a day after it was asked for',
      model(),
      jobId('resp_1', { createdAt: context.clock.now() - 24 * hour, expiresAt: context.clock.now() + hour }),
    ],
  ])('%s has failed at once', async (_, { languageModel, asked }, job) => {
    expect((await work(languageModel, job)).failure).toBeInstanceOf(EngineError);
    expect(asked).toHaveLength(1);
    expect(await status()).toBe('failed');
  });

  it('fails at once in the middle of its response', async () => {
    const languageModel = createScriptedModel({
      id: 'm',
      script: [...hello.slice(0, 3), { type: 'throw', error: busy }],
    });
    expect((await work(languageModel)).failure).toMatchObject({ code: 'rate-limited' });
    expect((await log())?.at(-1)).toBe('failed: rate-limited');
  });

  it('retries after a tool call, however many others wait, and does not repeat the call', async () => {
    const servers = new ScriptedMcpServers({
      docs: {
        tools: [{ name: 'add', inputSchema: { type: 'object' } }],
        call: () => ({ content: [{ type: 'text', text: '3' }] }),
      },
    });
    const calls = [
      ...replay(
        buildResult(
          [{ type: 'tool-call', callId: 'c', name: 'add', namespace: 'docs', kind: 'function', argumentsText: '{}' }],
          { finishReason: { unified: 'tool-calls' } },
        ),
      ),
    ];
    const asked: number[] = [];
    const steps: readonly (readonly ScriptStep[])[] = [calls, [{ type: 'throw', error: busy }], hello];
    const languageModel = createScriptedModel({
      id: 'm',
      script: ({ messages }) => steps[asked.push(messages.length) - 1] ?? [],
    });
    const generation = buildRequest(input, {
      tools: [
        {
          kind: 'hosted',
          dialect: 'responses',
          apiType: 'mcp',
          value: {},
          server: { label: 'docs', address: { type: 'name', name: 'docs' }, approval: 'never', param: 'tools.0' },
        },
      ],
    });
    const job = { ...jobId('resp_1'), turn: { ...turn, generation, serverTools: { forms: formsOf(togetherForm) } } };
    await store.putTurn(turnOf({ id: 'other', owner: 'bob', status: 'queued', output: [] }), { job: { request: {} } });
    const outcome = await work(languageModel, job, async () => undefined, context.clock, servers);
    expect(outcome).not.toHaveProperty('failure');
    expect(outcome).not.toHaveProperty('gaveWay');
    expect([asked.length, servers.calls.length, await status()]).toEqual([3, 1, 'completed']);
    expect(asked[1]).toBe(asked[2]);
  });

  it('releases the memory budget of its files while it waits', async () => {
    const { languageModel, asked } = model(2, new EngineError('rate-limited', 'Busy.', { retryAfter: 0 }));
    const claimed = await store.claimJob('', testJobSettings.leaseMs);
    if (claimed === undefined) throw new Error('There is no job.');
    const run = new JobRun(claimed, store, testJobSettings, performance.now());
    await run.readLog();
    const freed: number[] = [];
    await runTurnJob(
      jobId('resp_1'),
      run,
      {
        registry: { resolve: () => languageModel },
        store,
        conversations,
        freeFiles: () => void freed.push(asked.length),
      },
      context,
    );
    await run.close(true);
    expect([freed, await status()]).toEqual([[1, 2], 'completed']);
  });

  it('detects its cancellation at once', async () => {
    const { languageModel, asked } = model(1, new EngineError('rate-limited', 'Busy.', { retryAfter: 3_000 }));
    const outcome = await work(languageModel, jobId('resp_1'), async (run) => {
      await eventually(() => asked.length === 1);
      await pause(20);
      run.stop('cancelled');
    });
    expect([outcome.failure?.code, await status(), asked]).toEqual(['cancelled', 'cancelled', [1]]);
  });

  it('goes back at once when its process is about to end, and that is no attempt', async () => {
    const { languageModel, asked } = model(1, new EngineError('rate-limited', 'Busy.', { retryAfter: 3_000 }));
    const runner = await startRunner({
      store,
      settings: testJobSettings,
      execute: async (run) => (await run.readLog(), void (await perform(run, languageModel))),
      onFailure: () => undefined,
    });
    await eventually(() => asked.length === 1);
    await pause(20);
    const stopped = performance.now();
    await runner.stop(60_000);
    expect(performance.now() - stopped).toBeLessThan(5_000);
    expect([await status(), await store.countJobs()]).toEqual(['queued', { queued: 1, running: 0, expired: 0 }]);
    expect((await store.claimJob('', testJobSettings.leaseMs))?.attempt).toBe(1);
  });

  it.each([
    ['in the line of a backend is none', true, 1],
    ['at a backend that has started counts', false, 2],
  ])('an attempt that its process stopped %s', async (_, isBusy, attempt) => {
    const asked: string[] = [];
    const hangs: LanguageModel = {
      ...model().languageModel,
      async *generate({ model: name }, { signal }) {
        asked.push(name);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield* [];
        throw signal.reason;
      },
    };
    const group = new BackendGroup({
      id: 'm',
      members: [{ backend: new Backend('only', hangs), weight: 1, concurrency: 1, queue: 4 }],
    });
    const ahead = new AbortController();
    const other = isBusy
      ? group
          .generate(buildRequest(input), { ...buildContext(), signal: ahead.signal })
          [Symbol.asyncIterator]()
          .next()
          .catch(() => undefined)
      : undefined;
    const logFields: RunLogFields = {};
    const runner = await startRunner({
      store,
      settings: testJobSettings,
      execute: async (run) => (
        await run.readLog(),
        void (await runTurnJob(
          jobId('resp_1'),
          run,
          { registry: { resolve: () => group }, store, conversations },
          { ...context, logFields },
        ))
      ),
      onFailure: () => undefined,
    });
    await eventually(() => asked.length === 1 && (!isBusy || logFields.isQueued === true));
    await runner.stop(0);
    expect((await store.claimJob('', testJobSettings.leaseMs))?.attempt).toBe(attempt);
    ahead.abort();
    await other;
  });

  it.each([
    ['the owner with fewer running jobs', 'bob', 0],
    ['the model of its owner with fewer running jobs', 'ada', 1],
  ])('yields to others: to as many as may run, and then for %s', async (_, owner, fairQueueKey) => {
    const free = createScriptedModel({ id: 'm', script: hello });
    const taken: string[] = [];
    const always = model(Infinity).languageModel;
    for (const id of ['resp_2', 'resp_3'])
      await store.putTurn(turnOf({ id, owner: 'ada', status: 'queued', output: [] }), { job: { request: {} } });
    const own = (job: TurnJob): TurnJob => ({ ...job, turn: { ...turn, state: { store: true } } });
    const yielded: unknown[] = [];
    const runner = await startRunner({
      store,
      settings: { ...testJobSettings, concurrency: 1 },
      execute: async (run) => {
        taken.push(run.job.turnId);
        await run.readLog();
        const outcome = await perform(
          run,
          run.job.turnId === 'idle' ? free : always,
          own(jobId(run.job.turnId)),
          clockAt(),
        );
        if (outcome.yielded === true) yielded.push(run.job.attempt);
      },
      onFailure: () => undefined,
    });
    await eventually(() => taken.length === 2);
    await store.putTurn(turnOf({ id: 'idle', owner, status: 'queued', output: [] }), {
      job: { request: {}, fairQueueKey },
    });
    await eventually(async () => (await status('idle', owner)) === 'completed');
    await runner.stop(0);
    expect(yielded.length).toBeGreaterThan(0);
    expect(await Promise.all(['resp_1', 'resp_2', 'resp_3'].map((id) => status(id)))).toEqual([
      'queued',
      'queued',
      'queued',
    ]);
    expect((await store.claimJob('', testJobSettings.leaseMs))?.attempt).toBe(1);
  });
});
