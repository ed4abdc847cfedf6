import { emptyChat, inspectedTurn, reduceChat, type ChatAction, type ChatState } from '#src/chat/chat-state.js';
import type { StreamEvent } from '#src/api/stream-turn.js';
import { outputOf, type Turn } from '#src/chat/turn.js';
import { turnOf } from './kit/turn-of.js';

const stream: readonly StreamEvent[] = [
  { type: 'message_start', message: { id: 'msg_1', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
];

const head = { status: 200, requestId: 'req_1', warning: undefined };

function stateAfter(...actions: readonly ChatAction[]): ChatState {
  return actions.reduce(reduceChat, reduceChat(emptyChat, { type: 'started', turn: turnOf({ id: 1 }) }));
}

function events(...list: readonly StreamEvent[]): ChatAction {
  return { type: 'events-arrived', id: 1, events: list.map((event, at) => ({ at, event })) };
}

const ended: ChatAction = { type: 'ended', id: 1, end: { kind: 'ended' }, duration: 5 };

function only({ turns: [turn] }: ChatState): Turn {
  if (turn === undefined) throw new Error('The conversation has no turn.');
  return turn;
}

describe('a turn', () => {
  it('completes with the last event of its stream', () => {
    const turn = only(stateAfter({ type: 'head-arrived', id: 1, head }, events(...stream), ended));
    expect([turn.status, outputOf(turn).parts, turn.events.length]).toEqual([
      'completed',
      [{ kind: 'text', text: 'Hello.' }],
      6,
    ]);
  });

  it('fails when the stream ends before its last event, and has the output until then', () => {
    const turn = only(stateAfter({ type: 'head-arrived', id: 1, head }, events(...stream.slice(0, 3)), ended));
    expect([turn.status, turn.failure?.type, turn.failure?.requestId]).toEqual(['failed', 'stream_error', 'req_1']);
    expect(outputOf(turn).parts).toEqual([{ kind: 'text', text: 'Hello.' }]);
  });

  it('fails with an error event, and has its request id', () => {
    const error = { type: 'error', error: { type: 'api_error', message: 'The upstream failed.' } };
    const turn = only(stateAfter({ type: 'head-arrived', id: 1, head }, events(...stream.slice(0, 3), error), ended));
    expect(turn).toMatchObject({
      status: 'failed',
      failure: { type: 'api_error', message: 'The upstream failed.', requestId: 'req_1' },
    });
  });

  it('shows an event that it cannot apply, and fails', () => {
    const turn = only(stateAfter(events({ type: 'content_block_delta', index: 9, delta: {} }), ended));
    expect([turn.status, turn.events.length]).toEqual(['failed', 1]);
  });

  it('is stopped, not failed, when the user ends it', () => {
    const stopped: ChatAction = { type: 'ended', id: 1, end: { kind: 'stopped' }, duration: 5 };
    expect(only(stateAfter(events(...stream.slice(0, 3)), stopped))).toMatchObject({
      status: 'stopped',
      failure: undefined,
    });
  });
});

describe('the inspected turn', () => {
  const two = reduceChat(stateAfter(), { type: 'started', turn: turnOf({ id: 2 }) });

  it('is the latest, until the user selects another', () => {
    expect(inspectedTurn(two)?.id).toBe(2);
    expect(inspectedTurn(reduceChat(two, { type: 'inspected', id: 1 }))?.id).toBe(1);
  });

  it('is the latest again when a turn starts', () => {
    const selected = reduceChat(two, { type: 'inspected', id: 1 });
    expect(inspectedTurn(reduceChat(selected, { type: 'started', turn: turnOf({ id: 3 }) }))?.id).toBe(3);
  });
});
