// The conversation of this visit, and the effects that change it. `reduceChat` has the rules.
import { streamTurn } from '../api/stream-turn.js';
import { createStore, type Store } from '../store.js';
import { emptyChat, reduceChat, type ChatAction, type ChatState } from './chat-state.js';
import type { ChatSettings, DialectName } from './dialects/dialect.js';
import { dialects } from './dialects/dialects.js';
import type { TimedEvent } from './turn.js';

/** Milliseconds for which events are collected before the page renders them. */
const renderMs = 33;

/** The conversation of this page. */
export const conversation: Store<ChatState> = createStore<ChatState>(emptyChat);

let running: AbortController | undefined;
let lastId = 0;

/** Sends a prompt as the next turn, and resolves when its stream has ended. */
export async function sendPrompt(
  prompt: string,
  {
    dialect: name,
    settings,
    key,
  }: { readonly dialect: DialectName; readonly settings: ChatSettings; readonly key: string },
): Promise<void> {
  const dialect = dialects[name];
  const request = dialect.createRequest(prompt, conversation.get().turns, settings);
  lastId += 1;
  const id = lastId;
  const controller = new AbortController();
  running = controller;
  dispatch({
    type: 'started',
    turn: {
      id,
      dialect: name,
      model: settings.model,
      prompt,
      request,
      status: 'running',
      head: undefined,
      events: [],
      reader: dialect.createReader(),
      failure: undefined,
      duration: undefined,
    },
  });
  const start = performance.now();
  const collected: TimedEvent[] = [];
  const flush = (): void => {
    if (collected.length > 0) dispatch({ type: 'events-arrived', id, events: collected.splice(0) });
  };
  const timer = setInterval(flush, renderMs);
  const end = await streamTurn(request, key, controller.signal, {
    onHead: (head) => dispatch({ type: 'head-arrived', id, head }),
    onEvent: (event) => void collected.push({ at: performance.now() - start, event }),
  });
  clearInterval(timer);
  flush();
  dispatch({ type: 'ended', id, end, duration: performance.now() - start });
  if (running === controller) running = undefined;
}

/** Stops the running turn by closing its connection, which also stops the model. */
export function stopTurn(): void {
  running?.abort();
}

/** Shows the events of a turn. */
export function inspectTurn(id: number): void {
  dispatch({ type: 'inspected', id });
}

/** Ends the conversation; the next turn starts another. */
export function startOver(): void {
  stopTurn();
  dispatch({ type: 'cleared' });
}

function dispatch(action: ChatAction): void {
  conversation.set(reduceChat(conversation.get(), action));
}
