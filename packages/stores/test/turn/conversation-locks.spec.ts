import {
  ConversationLocks,
  EngineError,
  type GenerationRequest,
  type JsonObject,
  type Message,
  runTurn,
  type Store,
  type TurnOutcome,
  type TurnRequest,
  type TurnSnapshot,
} from '@org/engine';
import {
  buildContext,
  buildRequest,
  buildResult,
  createScriptedModel,
  holdTickets,
  message,
  readAll,
  replay,
  type Script,
} from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from '../sqlite/sqlite-location.js';

const context = buildContext({ owner: 'ada' });
const never = new AbortController().signal;
const responseEvents = [...replay(buildResult(['Hello']))];

/** Items of these tests are `{ role, text }`. */
const decode = (items: readonly JsonObject[]): Message[] =>
  items.map(({ role, text }) => message(role === 'user' ? 'user' : 'assistant', String(text)));

describe('A turn in a conversation', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let conversations: ConversationLocks;
  let modelRequests: GenerationRequest[];

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path });
    conversations = new ConversationLocks({ store, decode, times: { leaseMs: 10_000, heartbeatMs: 3_000 } });
    modelRequests = [];
    await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [
      { id: 'i_0', value: { role: 'user', text: 'Before' } },
    ]);
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  function turnRequest(state: Partial<TurnRequest['state']> = {}): TurnRequest {
    const [instructions, input] = [[message('system', 'Be brief')], [message('user', 'Now')]];
    return {
      dialect: 'responses',
      generation: buildRequest([...instructions, ...input]),
      instructions,
      input,
      state: { store: true, conversationId: 'conv_1', ...state },
      warnings: [],
    };
  }

  function snapshot({ error, result }: TurnOutcome): TurnSnapshot {
    const status =
      error !== undefined ? 'failed' : result.finishReason.unified === 'length' ? 'incomplete' : 'completed';
    return {
      status,
      payload: {},
      items: [
        { id: 'i_1', side: 'input', value: { role: 'user', text: 'Now' } },
        { id: 'i_2', side: 'output', value: { role: 'assistant', text: 'Hello' } },
      ],
    };
  }

  function run(turn = turnRequest(), script: Script = responseEvents): ReturnType<typeof runTurn> {
    const languageModel = createScriptedModel({
      id: 'test-model',
      script: (request) => (
        modelRequests.push(request),
        typeof script === 'function' ? script(request) : 'rules' in script ? [] : script
      ),
    });
    return runTurn(turn, { registry: { resolve: () => languageModel }, store, conversations }, context, {
      id: 'resp_1',
      createdAt: 2,
      takeSnapshot: snapshot,
    });
  }

  const stored = async (): Promise<string[]> =>
    ((await store.listConversationItems('ada', 'conv_1', { order: 'asc', limit: 99 }))?.entries ?? []).map(
      ({ id }) => id,
    );
  const isFree = async (): Promise<void> =>
    (await conversations.enter('ada', 'conv_1', AbortSignal.timeout(1000))).release();

  it('receives the conversation between its instructions and its input, and adds its items', async () => {
    await readAll(run());
    expect(modelRequests[0]?.messages).toEqual([
      message('system', 'Be brief'),
      message('user', 'Before'),
      message('user', 'Now'),
    ]);
    expect(await stored()).toEqual(['i_0', 'i_1', 'i_2']);
    await isFree();
  });

  it('adds its items when it ends early by itself, too', async () => {
    await readAll(run(turnRequest(), [...replay(buildResult(['Hel'], { finishReason: { unified: 'length' } }))]));
    expect(await stored()).toEqual(['i_0', 'i_1', 'i_2']);
  });

  it.each<readonly [string, Script]>([
    ['fails before its first event', [{ type: 'throw', error: new EngineError('overloaded', 'Full.') }]],
    [
      'fails during the response',
      [...responseEvents.slice(0, 2), { type: 'throw', error: new EngineError('overloaded', 'Full.') }],
    ],
  ])('adds nothing when it %s, and admits the next turn', async (_, script) => {
    await expect(readAll(run(turnRequest(), script))).rejects.toMatchObject({ code: 'overloaded' });
    expect(await stored()).toEqual(['i_0']);
    await isFree();
  });

  it('is rejected when its conversation exceeds the read limit of a request, adds nothing and admits the next turn', async () => {
    await store.addConversationItems('ada', 'conv_1', [
      { id: 'i_long', value: { role: 'user', text: 'x'.repeat(2_000) } },
    ]);
    const bounded = await openSqliteStore({ path: folder.path, maxBytesRead: 2_000 });
    conversations = new ConversationLocks({ store: bounded, decode, times: { leaseMs: 10_000, heartbeatMs: 3_000 } });
    for (let round = 0; round < 2; round++)
      await expect(readAll(run())).rejects.toMatchObject({ code: 'context-overflow', param: 'conversation' });
    expect(modelRequests).toEqual([]);
    expect(await stored()).toEqual(['i_0', 'i_long']);
    await store.deleteConversationItem('ada', 'conv_1', 'i_long');
    await readAll(run());
    expect(await stored()).toEqual(['i_0', 'i_1', 'i_2']);
    await bounded.close();
  });

  it('adds nothing when its reader disconnects, and admits the next turn', async () => {
    const events = run();
    await events.next();
    await events.return(undefined);
    expect(await stored()).toEqual(['i_0']);
    await isFree();
  });

  it('reads and adds nothing with store: false', async () => {
    await readAll(run(turnRequest({ store: false })));
    expect(modelRequests[0]?.messages).toHaveLength(3);
    expect(await stored()).toEqual(['i_0']);
  });

  it('admits the next turn before its last event is read, with everything written', async () => {
    const seen: number[] = [];
    for await (const event of run()) {
      if (event.type !== 'generation-end') continue;
      const { history, release } = await conversations.enter('ada', 'conv_1', AbortSignal.timeout(1000));
      seen.push(history.length);
      release();
    }
    expect(seen).toEqual([3]);
  });

  it.each([
    ['missing', 'ada', 'conv_2'],
    ["another owner's", 'bob', 'conv_1'],
  ])('is not found when it is %s, and blocks no other turn', async (_, owner, id) => {
    await expect(conversations.enter(owner, id, never)).rejects.toMatchObject({
      code: 'not-found',
      param: 'conversation',
    });
    await expect(conversations.enter(owner, id, AbortSignal.timeout(1000))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('admits no turn while its ticket is held', async () => {
    const heldTickets = holdTickets(conversations);
    (await heldTickets.enter('ada', 'conv_1', never)).release();
    await expect(conversations.enter('ada', 'conv_1', AbortSignal.timeout(20))).rejects.toMatchObject({
      code: 'cancelled',
    });
    heldTickets.releaseAll();
    await isFree();
  });

  it('is rejected where there are no conversations', async () => {
    const turn = turnRequest();
    const events = runTurn(
      turn,
      { registry: { resolve: () => createScriptedModel({ id: 'm', script: responseEvents }) }, store },
      context,
      { id: 'resp_1', createdAt: 2, takeSnapshot: snapshot },
    );
    await expect(readAll(events)).rejects.toMatchObject({ code: 'unsupported' });
  });
});
