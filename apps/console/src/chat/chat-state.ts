import { failureOfThrown, truncatedStream } from '../api/failure.js';
import type { ResponseHead, StreamEnd } from '../api/stream-turn.js';
import { outputOf, type TimedEvent, type Turn } from './turn.js';

/** The turns of the conversation, and the one whose events the page shows. */
export interface ChatState {
  readonly turns: readonly Turn[];
  /** Id of the inspected turn; undefined selects the latest. */
  readonly inspected: number | undefined;
}

/** What can happen to the conversation. */
export type ChatAction =
  | { readonly type: 'started'; readonly turn: Turn }
  | { readonly type: 'head-arrived'; readonly id: number; readonly head: ResponseHead }
  | { readonly type: 'events-arrived'; readonly id: number; readonly events: readonly TimedEvent[] }
  | { readonly type: 'ended'; readonly id: number; readonly end: StreamEnd; readonly duration: number }
  | { readonly type: 'inspected'; readonly id: number }
  | { readonly type: 'cleared' };

/** A conversation without turns. */
export const emptyChat: ChatState = { turns: [], inspected: undefined };

/** Applies one action. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'started':
      return { turns: [...state.turns, action.turn], inspected: undefined };
    case 'head-arrived':
      return withTurn(state, action.id, (turn) => ({ ...turn, head: action.head }));
    case 'events-arrived':
      return withTurn(state, action.id, (turn) => addEvents(turn, action.events));
    case 'ended':
      return withTurn(state, action.id, (turn) => endTurn(turn, action.end, action.duration));
    case 'inspected':
      return { ...state, inspected: action.id };
    case 'cleared':
      return emptyChat;
  }
}

/** The turn whose events the page shows. */
export function inspectedTurn({ turns, inspected }: ChatState): Turn | undefined {
  return turns.find(({ id }) => id === inspected) ?? turns.at(-1);
}

function withTurn(state: ChatState, id: number, change: (turn: Turn) => Turn): ChatState {
  return { ...state, turns: state.turns.map((turn) => (turn.id === id ? change(turn) : turn)) };
}

/** An event that the reader cannot apply fails the turn, and is still shown. */
function addEvents(turn: Turn, events: readonly TimedEvent[]): Turn {
  let { reader, failure } = turn;
  for (const { event } of events) {
    try {
      reader = reader.next(event);
    } catch (thrown) {
      failure ??= failureOfThrown(thrown, turn.head?.requestId);
    }
  }
  return { ...turn, reader, failure, events: [...turn.events, ...events] };
}

function endTurn(turn: Turn, end: StreamEnd, duration: number): Turn {
  if (end.kind === 'stopped') return { ...turn, status: 'stopped', duration };
  const failure = end.kind === 'failed' ? end.failure : failureWithin(turn);
  return failure === undefined
    ? { ...turn, status: 'completed', duration }
    : { ...turn, status: 'failed', failure, duration };
}

/** The failure of a stream that has ended: its own, or that its last event is missing. */
function failureWithin(turn: Turn): Turn['failure'] {
  const { failure, isComplete } = outputOf(turn);
  const requestId = turn.head?.requestId;
  if (failure !== undefined) return { ...failure, requestId };
  return turn.failure ?? (isComplete ? undefined : truncatedStream(requestId));
}
