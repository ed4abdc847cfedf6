import {
  emptyUsage,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type OpaquePart,
  type RunContext,
  runTurn,
  type Store,
  type ToolChoice,
  type TurnOutcome,
  type TurnPorts,
  type TurnRequest,
  type TurnResponse,
} from '@org/engine';
import {
  buildContext,
  buildRequest,
  buildResult,
  createScriptedModel,
  estimateInput,
  functionTool,
  message,
  readAll,
  replay,
  type Script,
  type ScriptStep,
  turnOf,
} from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from '../sqlite/sqlite-location.js';

const context = buildContext({ owner: 'ada' });
const responseEvents = [
  ...replay(
    buildResult(['Hello', { type: 'tool-call', callId: 'call_1', name: 'f', kind: 'function', argumentsText: '{}' }]),
    3,
  ),
];

function turnRequest(
  fields: {
    store?: boolean;
    previousId?: string;
    input?: TurnRequest['input'];
    instructions?: TurnRequest['instructions'];
  } = {},
): TurnRequest {
  const {
    store = true,
    previousId,
    input = [message('user', 'Hi')],
    instructions = [message('system', 'Be brief')],
  } = fields;
  return {
    dialect: 'responses',
    generation: buildRequest([...instructions, ...input], { tools: [functionTool('f')] }),
    instructions,
    input,
    state: { store, ...(previousId === undefined ? {} : { previousId }) },
    warnings: [{ kind: 'ignored', param: 'user', message: 'no effect' }],
  };
}

describe('A turn', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let touched: string[];
  let outcomes: TurnOutcome[];
  let modelRequest: GenerationRequest | undefined;

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path });
    touched = [];
    outcomes = [];
    modelRequest = undefined;
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  /** The real store that records each call. */
  const recordingStore = (): TurnPorts['store'] => ({
    getChain: (owner, id) => (touched.push('getChain'), store.getChain(owner, id)),
    findMissingLink: (owner, id) => store.findMissingLink(owner, id),
    putTurn: (turn) => (touched.push(`putTurn ${turn.status}`), store.putTurn(turn)),
  });

  const response: TurnResponse = {
    id: 'resp_1',
    createdAt: 1_700_000_000_000,
    expiresAt: 1_800_000_000_000,
    takeSnapshot(outcome) {
      outcomes.push(outcome);
      const status =
        outcome.error === undefined ? 'completed' : outcome.error.code === 'cancelled' ? 'cancelled' : 'failed';
      return { status, payload: { id: 'resp_1', status }, items: [{ id: 'msg_1', side: 'output', value: { status } }] };
    },
  };

  function run(
    turn: TurnRequest,
    script: Script = responseEvents,
    over: { context?: RunContext; store?: TurnPorts['store'] } = {},
  ): AsyncGenerator<GenerationEvent, void, void> {
    const languageModel = createScriptedModel({
      id: 'test-model',
      script: (request) => {
        modelRequest = request;
        return typeof script === 'function' ? script(request) : 'rules' in script ? [] : script;
      },
    });
    return runTurn(
      turn,
      { registry: { resolve: () => languageModel }, store: over.store ?? recordingStore() },
      over.context ?? context,
      response,
    );
  }

  it('waits for memory of a long output, and stores it', async () => {
    const text = 'a'.repeat(1_000_000);
    let reserved = 0;
    const reserveOutput = async (characters: number): Promise<void> => {
      await new Promise(setImmediate);
      reserved += characters;
    };
    const { result } = await readAll(
      run(turnRequest(), [...replay(buildResult([text]), 100_000)], { context: { ...context, reserveOutput } }),
    );
    expect(reserved).toBeGreaterThanOrEqual(text.length - 131_072);
    expect((await store.getTurn('ada', 'resp_1'))?.output).toEqual([{ role: 'assistant', parts: result.parts }]);
  });

  it('stores a long output as failed, with its complete parts, when no memory becomes free for the rest', async () => {
    const full = new EngineError('overloaded', 'Too many large requests are in progress.', { retryAfter: 1 });
    const reserveOutput = (): Promise<void> => Promise.reject(full);
    const script = [...replay(buildResult(['Hello', 'a'.repeat(1_000_000)]), 100_000)];
    await expect(readAll(run(turnRequest(), script, { context: { ...context, reserveOutput } }))).rejects.toMatchObject(
      {
        code: 'overloaded',
      },
    );
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({
      status: 'failed',
      output: [{ role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] }],
    });
  });

  it('passes on the events of its language model, and stores the resulting turn', async () => {
    const { events, result } = await readAll(run(turnRequest()));
    expect(events.slice(1)).toEqual(responseEvents.slice(1));
    expect(outcomes).toEqual([{ result }]);
    expect(await store.getTurn('ada', 'resp_1')).toEqual({
      id: 'resp_1',
      owner: 'ada',
      dialect: 'responses',
      model: 'test-model',
      status: 'completed',
      createdAt: 1_700_000_000_000,
      expiresAt: 1_800_000_000_000,
      input: [message('user', 'Hi')],
      output: [{ role: 'assistant', parts: result.parts }],
      items: [{ id: 'msg_1', side: 'output', value: { status: 'completed' } }],
      payload: { id: 'resp_1', status: 'completed' },
    });
  });

  it('is persisted before its last event is delivered', async () => {
    for await (const event of run(turnRequest())) {
      expect((await store.getTurn('ada', 'resp_1')) !== undefined).toBe(event.type === 'generation-end');
    }
    expect(touched).toEqual(['putTurn completed']);
  });

  it('summarizes a long context first, and later turns start from the summary', async () => {
    const as: OpaquePart = {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'compaction',
      value: { type: 'compaction' },
    };
    const turn = {
      ...turnRequest({ input: [message('user', 'One?'), message('assistant', 'One.'), message('user', 'Two?')] }),
      edits: [
        {
          kind: 'summarize' as const,
          above: 1,
          part: (text: string) => ({ ...as, text, replacesEarlier: true as const }),
        },
      ],
    };
    const { result } = await readAll(run(turn));
    expect(result.parts[0]).toMatchObject({ apiType: 'compaction', replacesEarlier: true });
    expect(modelRequest?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    await readAll(
      run(
        turnRequest({
          previousId: 'resp_1',
          store: false,
          input: [message('tool', { type: 'tool-result', callId: 'call_1', kind: 'function', content: [] })],
        }),
      ),
    );
    expect(modelRequest?.messages).toEqual([
      message('system', 'Be brief'),
      { role: 'user', parts: result.parts.slice(0, 1) },
      { role: 'assistant', parts: result.parts.slice(1) },
      message('tool', { type: 'tool-result', callId: 'call_1', kind: 'function', content: [] }),
    ]);
  });

  it('may end with the summary, and later turns start from it', async () => {
    const as: OpaquePart = {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'compaction',
      value: { type: 'compaction' },
    };
    const extensions = { messages: { stop_reason: 'compaction' } };
    const summarize = {
      kind: 'summarize' as const,
      above: 1,
      part: (text: string) => ({ ...as, text, replacesEarlier: true as const }),
      pause: extensions,
    };
    const { events, result } = await readAll(
      run({
        ...turnRequest({ input: [message('user', 'One?'), message('assistant', 'One.'), message('user', 'Two?')] }),
        edits: [summarize],
      }),
    );
    expect(result).toMatchObject({ parts: [{ apiType: 'compaction' }], extensions });
    expect(events.map(({ type }) => type)).toEqual(['generation-start', 'part-start', 'part-end', 'generation-end']);
    await readAll(run(turnRequest({ previousId: 'resp_1', store: false, input: [] })));
    expect(modelRequest?.messages).toEqual([message('system', 'Be brief'), { role: 'user', parts: result.parts }]);
  });

  it('generates no second summary when the model is busy after the first', async () => {
    const asked: string[] = [];
    const part = (text: string): OpaquePart => ({
      type: 'opaque',
      dialect: 'responses',
      apiType: 'compaction',
      value: { type: 'compaction' },
      text,
      replacesEarlier: true,
    });
    const script = ({ messages }: GenerationRequest): readonly ScriptStep[] => {
      asked.push(JSON.stringify(messages.at(-1)).includes('Summarise') ? 'summary' : 'answer');
      return asked.length === 2
        ? [{ type: 'throw', error: new EngineError('rate-limited', 'Busy.') }]
        : [...replay(buildResult(['Gist.']))];
    };
    const turn = {
      ...turnRequest({ input: [message('user', 'One?'), message('assistant', 'One.'), message('user', 'Two?')] }),
      edits: [{ kind: 'summarize' as const, above: 1, part }],
    };
    await readAll(run(turn, script, { context: { ...context, shouldRetry: async () => true } }));
    expect(asked).toEqual(['summary', 'answer', 'answer']);
  });

  it('carries the warnings of its request on the first event', async () => {
    const { events } = await readAll(run(turnRequest()));
    expect(events[0]).toMatchObject({ type: 'generation-start', warnings: [{ param: 'user' }] });
  });

  it('estimates the prompt size at the start when requested and not counted', async () => {
    const uncounted = [...replay(buildResult(['Hello'], { usage: emptyUsage }))];
    const turn = turnRequest({ store: false });
    const startOf = async (asked: TurnRequest, script: Script): Promise<GenerationEvent | undefined> =>
      (await readAll(run(asked, script))).events[0];
    expect(await startOf({ ...turn, sizeAtStart: true }, uncounted)).toMatchObject({
      usage: emptyUsage,
      estimatedInputTokens: estimateInput(turn.generation),
    });
    expect(await startOf({ ...turn, sizeAtStart: true }, responseEvents)).not.toHaveProperty('estimatedInputTokens');
    expect(await startOf(turn, uncounted)).not.toHaveProperty('estimatedInputTokens');
    // The usage of a summary is no count of the prompt of the response.
    const part = (text: string): OpaquePart => ({
      type: 'opaque',
      dialect: 'responses',
      apiType: 'compaction',
      value: {},
      text,
    });
    const edits = [{ kind: 'summarize' as const, above: 0, part }];
    const script: Script = ({ messages }) =>
      messages.some(({ parts }) => parts.some(({ type }) => type === 'opaque')) ? uncounted : responseEvents;
    expect(await startOf({ ...turn, edits, sizeAtStart: true }, script)).toHaveProperty('estimatedInputTokens');
  });

  it('charges no estimate, also when it is aborted', async () => {
    const started = [...replay(buildResult(['Hello'], { usage: emptyUsage }))].slice(0, 3);
    await expect(readAll(run({ ...turnRequest(), sizeAtStart: true }, started))).rejects.toMatchObject({
      code: 'upstream-failed',
    });
    expect(outcomes).toMatchObject([{ result: { usage: { ...emptyUsage, outputTokens: 1, estimated: true } } }]);
  });

  it('may add no input: the language model continues from the last response', async () => {
    await store.putTurn(turnOf({ id: 'a', input: [message('user', '1')], output: [message('assistant', '2')] }));
    await readAll(run(turnRequest({ previousId: 'a', input: [] })));
    expect(modelRequest?.messages).toEqual([
      message('system', 'Be brief'),
      message('user', '1'),
      message('assistant', '2'),
    ]);
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ previousId: 'a', input: [] });
  });

  it('passes instructions, earlier turns and the new input to the language model, in this order', async () => {
    await store.putTurn(turnOf({ id: 'a', input: [message('user', '1')], output: [message('assistant', '2')] }));
    await store.putTurn(
      turnOf({ id: 'b', previousId: 'a', input: [message('user', '3')], output: [message('assistant', '4')] }),
    );
    await readAll(run(turnRequest({ previousId: 'b' })));
    expect(modelRequest?.messages).toEqual([
      message('system', 'Be brief'),
      ...['1', '2', '3', '4'].map((text, n) => message(n % 2 === 0 ? 'user' : 'assistant', text)),
      message('user', 'Hi'),
    ]);
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ previousId: 'b', input: [message('user', 'Hi')] });
  });

  it('offers the language model the tools from earlier turns together with those of the request', async () => {
    const brings: OpaquePart = {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'additional_tools',
      value: {},
      toolChanges: [{ type: 'add', tool: functionTool('g') }],
    };
    await store.putTurn(
      turnOf({
        id: 'a',
        input: [{ role: 'developer', parts: [brings] }, message('user', '1')],
        output: [message('assistant', '2')],
      }),
    );
    await readAll(run(turnRequest({ previousId: 'a' })));
    expect(modelRequest?.tools).toEqual([functionTool('f'), functionTool('g')]);
    expect(modelRequest?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('may be required to call a tool from an earlier turn, and no other', async () => {
    const brings: OpaquePart = {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'additional_tools',
      value: {},
      toolChanges: [{ type: 'add', tool: functionTool('g') }],
    };
    await store.putTurn(
      turnOf({
        id: 'a',
        input: [{ role: 'developer', parts: [brings] }, message('user', '1')],
        output: [message('assistant', '2')],
      }),
    );
    const choosing = (toolChoice: ToolChoice, tools = [functionTool('f')]): TurnRequest => {
      const turn = turnRequest({ previousId: 'a', store: false });
      return { ...turn, generation: { ...turn.generation, toolChoice, tools } };
    };
    await readAll(run(choosing({ type: 'tool', name: 'g' })));
    expect(modelRequest?.toolChoice).toEqual({ type: 'tool', name: 'g' });
    await readAll(run(choosing({ type: 'required' }, [])));
    modelRequest = undefined;
    for (const choice of [
      { type: 'tool', name: 'h' },
      { type: 'allowed', mode: 'auto', tools: [{ name: 'g' }, { name: 'h' }] },
    ] as const) {
      await expect(readAll(run(choosing(choice)))).rejects.toMatchObject({
        code: 'invalid-request',
        param: 'tool_choice',
        message: expect.stringContaining('"h"'),
      });
    }
    expect(modelRequest).toBeUndefined();
  });

  it('requires a tool when it must call one', async () => {
    const turn = turnRequest();
    await expect(
      readAll(run({ ...turn, generation: { ...turn.generation, tools: [], toolChoice: { type: 'required' } } })),
    ).rejects.toMatchObject({ code: 'invalid-request', param: 'tool_choice' });
    expect(touched).toEqual([]);
  });

  it('fails in the same way for an unknown turn and for one of another owner', async () => {
    await store.putTurn(turnOf({ id: 'a', owner: 'bob' }));
    for (const previousId of ['a', 'b']) {
      await expect(readAll(run(turnRequest({ previousId })))).rejects.toMatchObject({
        code: 'previous-not-found',
        message: `Previous response with id '${previousId}' not found.`,
      });
    }
    expect(touched).toEqual(['getChain', 'getChain']);
  });

  it('cannot continue a turn that still runs', async () => {
    await store.putTurn(turnOf({ id: 'a', status: 'in_progress' }));
    await expect(readAll(run(turnRequest({ previousId: 'a' })))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('accepts a result for a tool call of any earlier turn', async () => {
    await store.putTurn(
      turnOf({
        id: 'a',
        output: [
          message('assistant', { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', argumentsText: '{}' }),
        ],
      }),
    );
    const result = message('tool', { type: 'tool-result', callId: 'c', kind: 'function', content: [] });
    await readAll(run(turnRequest({ previousId: 'a', input: [result] })));
    expect(modelRequest?.messages.at(-1)).toEqual(result);
  });

  it('rejects a tool result without an earlier call', async () => {
    const call = message('assistant', {
      type: 'tool-call',
      callId: 'c',
      name: 'f',
      kind: 'function',
      argumentsText: '{}',
    });
    const result = message('tool', { type: 'tool-result', callId: 'c', kind: 'function', content: [] });
    await readAll(run(turnRequest({ input: [call, result] })));
    for (const input of [[result], [result, call]]) {
      await expect(readAll(run(turnRequest({ input })))).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining("'c'"),
      });
    }
  });

  it('omits reasoning that another service signed, and warns once', async () => {
    const other = {
      type: 'reasoning',
      text: 'a',
      signature: { signer: 'elsewhere', form: 'signature', data: 'x' },
    } as const;
    const own = { ...other, signature: { ...other.signature, signer: 'local' } } as const;
    await store.putTurn(turnOf({ id: 'a', input: [message('assistant', other, 'old')], output: [] }));
    const { events } = await readAll(
      run(
        turnRequest({
          previousId: 'a',
          instructions: [],
          input: [message('assistant', other), message('assistant', own, other, 'new')],
        }),
      ),
    );
    expect(modelRequest?.messages).toEqual([message('assistant', 'old'), message('assistant', own, 'new')]);
    expect(events[0]).toMatchObject({
      warnings: [
        { param: 'user' },
        {
          kind: 'dropped',
          param: 'input',
          message: '2 reasoning parts signed by another service cannot be verified here and were left out.',
        },
      ],
    });
  });

  it('with store: false never touches the store', async () => {
    await readAll(run(turnRequest({ store: false })));
    await expect(readAll(run(turnRequest({ store: false }), responseEvents.slice(0, 3)))).rejects.toMatchObject({
      code: 'upstream-failed',
    });
    const abandoned = run(turnRequest({ store: false }));
    await abandoned.next();
    await abandoned.return();
    expect(touched).toEqual([]);
    expect(outcomes).toEqual([]);
  });

  it('reads what it continues, and nothing else, with store: false', async () => {
    await store.putTurn(turnOf({ id: 'a' }));
    await readAll(run(turnRequest({ store: false, previousId: 'a' })));
    expect(touched).toEqual(['getChain']);
  });

  it('fails when the stream ends without its last event, at any point', async () => {
    for (let at = 0; at < responseEvents.length; at++) {
      await expect(readAll(run(turnRequest({ store: false }), responseEvents.slice(0, at)))).rejects.toMatchObject({
        code: 'upstream-failed',
      });
    }
  });

  it('is stored as failed with its partial output when it fails after its first event, and rethrows the failure', async () => {
    const cause = new EngineError('timed-out', 'Too slow.');
    const partEnd = responseEvents.findIndex(({ type }) => type === 'part-end');
    await expect(
      readAll(run(turnRequest(), [...responseEvents.slice(0, partEnd + 2), { type: 'throw', error: cause }])),
    ).rejects.toBe(cause);
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({
      status: 'failed',
      output: [message('assistant', 'Hello')],
    });
    expect(outcomes).toMatchObject([{ error: { code: 'timed-out' } }]);
    expect(touched).toEqual(['putTurn failed']);
  });

  it('leaves nothing when it fails before its first event', async () => {
    await expect(
      readAll(run(turnRequest(), [{ type: 'throw', error: new Error('secret words of an upstream') }])),
    ).rejects.toMatchObject({
      name: 'EngineError',
      code: 'internal',
      message: expect.not.stringContaining('secret'),
    });
    expect(touched).toEqual([]);
  });

  it('is stored as cancelled when its reader aborts or disconnects', async () => {
    const aborting = new AbortController();
    const aborted = run(turnRequest(), [...responseEvents.slice(0, 2), { type: 'delay', ms: 10_000 }], {
      context: { ...context, signal: aborting.signal },
    });
    await aborted.next();
    await aborted.next();
    aborting.abort();
    await expect(aborted.next()).rejects.toMatchObject({ code: 'cancelled' });
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ status: 'cancelled', output: [] });

    await store.deleteTurn('ada', 'resp_1');
    const abandoned = run(turnRequest());
    await abandoned.next();
    await abandoned.return();
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ status: 'cancelled' });
    expect(touched).toEqual(['putTurn cancelled', 'putTurn cancelled']);
  });

  it('that was given up before it began does no work at all', async () => {
    await expect(
      readAll(run(turnRequest(), responseEvents, { context: { ...context, signal: AbortSignal.abort() } })),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(modelRequest).toBeUndefined();
    expect(touched).toEqual([]);
  });

  it('fails when its record cannot be written, instead of seeming to succeed', async () => {
    const full = new EngineError('internal', 'The disk is full: nothing was stored.');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of run(turnRequest(), responseEvents, {
        store: { ...recordingStore(), putTurn: () => Promise.reject(full) },
      }))
        seen.push(type);
    })();
    await expect(reading).rejects.toBe(full);
    expect(seen).not.toContain('generation-end');
  });

  it('that another request ended first does not pretend to have completed', async () => {
    await store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled' }));
    await expect(readAll(run(turnRequest()))).rejects.toMatchObject({ code: 'cancelled' });
    expect(await store.getTurn('ada', 'resp_1')).toMatchObject({ status: 'cancelled' });
  });
});
