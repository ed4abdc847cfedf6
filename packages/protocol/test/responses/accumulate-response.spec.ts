import { hasResponse, loadFixtures } from '#src/fixtures.js';
import {
  accumulateResponse,
  accumulateResponses,
  AccumulationError,
  createResponseAccumulation,
  responseEvents,
  type Response,
  type ResponseAccumulation,
  type ResponseStreamEvent,
} from '#src/responses.js';
import { AccumulationError as MessagesError } from '#src/messages.js';

function eventsOf(name: string): readonly ResponseStreamEvent[] {
  const found = loadFixtures('responses').find((one) => one.name === name);
  if (found === undefined || !hasResponse(found)) throw new Error(`no answered case ${name}`);
  return found.events;
}

/** What is known after events of which the last may be missing. */
function after(events: readonly ResponseStreamEvent[]): Response {
  const { response } = events.reduce<ResponseAccumulation<Response>>(
    accumulateResponse,
    createResponseAccumulation<Response>(),
  );
  if (response === undefined) throw new Error('the events hold no response');
  return response;
}

const snapshot = (response: Response): ResponseAccumulation<Response> => ({ response, complete: false });

const textOf = (response: Response): string =>
  response.output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');

const logprobsOf = (response: Response): unknown =>
  response.output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .flatMap((part) => (part.type === 'output_text' ? (part.logprobs ?? []) : []));

describe('accumulating a response', () => {
  it('returns undefined before the first event that carries a response', () => {
    const events = eventsOf('plain-text');
    expect(
      events
        .slice(2, -1)
        .reduce<ResponseAccumulation<Response>>(accumulateResponse, createResponseAccumulation<Response>()),
    ).toEqual(createResponseAccumulation<Response>());
    expect(() => accumulateResponses([])).toThrow(AccumulationError);
  });

  it('preserves the part of a truncated stream that arrived, still in progress', () => {
    const events = eventsOf('plain-text');
    const at = events.findIndex(({ type }) => type === 'response.output_text.delta') + 2;
    const state = after(events.slice(0, at));
    expect(state.status).toBe('in_progress');
    expect(textOf(state)).toBe('The capital of Portugal');
  });

  it('throws the error of both dialects for a stream truncated at any event', () => {
    const events = eventsOf('plain-text');
    for (let at = 0; at < events.length; at += 1)
      expect(() => accumulateResponses(events.slice(0, at))).toThrow(AccumulationError);
    expect(accumulateResponses(events).status).toBe('completed');
    expect(AccumulationError).toBe(MessagesError);
  });

  it('throws for an error event alone and reports its message', () => {
    expect(() =>
      accumulateResponses([{ type: 'error', code: null, message: 'It broke.', param: null, sequence_number: 0 }]),
    ).toThrow('It broke.');
  });

  it('continues from a stored state, as after a resumed stream', () => {
    const events = eventsOf('reasoning-then-call');
    for (let at = 1; at < events.length; at += 1) {
      const before = structuredClone(snapshot(after(events.slice(0, at))));
      expect(events.slice(at).reduce<ResponseAccumulation<Response>>(accumulateResponse, before)).toEqual({
        response: accumulateResponses(events),
        complete: true,
      });
    }
  });

  it('shares what an event does not touch', () => {
    const events = eventsOf('phase-commentary-and-answer');
    const second = events.findLastIndex(({ type }) => type === 'response.output_text.delta');
    const before = after(events.slice(0, second));
    const event = events[second];
    const changed = event && accumulateResponse(snapshot(before), event).response;
    expect(changed?.output[0]).toBe(before.output[0]);
    expect(changed?.output[1]).not.toBe(before.output[1]);
  });

  it('preserves the output when a later lifecycle event carries none', () => {
    const events = eventsOf('plain-text');
    const state = after(events.slice(0, -1));
    const again = events.find(({ type }) => type === 'response.in_progress');
    expect(again && accumulateResponse(snapshot(state), again).response?.output).toEqual(state.output);
  });

  it('fails the response when the stream ends with an error event, and preserves the text', () => {
    const events = eventsOf('plain-text');
    const state = accumulateResponses([
      ...events.slice(0, -1),
      { type: 'error', code: null, message: 'It broke.', param: null, sequence_number: 99 },
    ]);
    expect(state).toMatchObject({ status: 'failed', error: { code: 'server_error', message: 'It broke.' } });
    expect(textOf(state)).toBe('The capital of Portugal is Lisbon.');
  });

  it('copies every field of an error event that a failed response has', () => {
    const error = { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Too many.', param: 'input' };
    const { type: _, ...flat } = error;
    const reported: ResponseStreamEvent = { ...flat, type: 'error', sequence_number: 99, error };
    expect(accumulateResponses([...eventsOf('plain-text').slice(0, -1), reported]).error).toEqual(error);
  });

  it('preserves the log-probabilities of a text without content_part.done', () => {
    const events = responseEvents(after(eventsOf('logprobs')));
    const part = events.findIndex(({ type }) => type === 'response.content_part.done');
    const complete = logprobsOf(after(events));
    expect(complete).toHaveLength(2);
    expect(logprobsOf(after(events.slice(0, part)))).toEqual(complete);
    expect(
      logprobsOf(after(events.slice(0, part).filter(({ type }) => type !== 'response.output_text.delta'))),
    ).toEqual(complete);
  });

  it('invents no log-probabilities when events carry fewer fields than a text', () => {
    const events = responseEvents(after(eventsOf('logprobs'))).filter(
      ({ type }) => !/content_part\.done|output_item\.done|completed/.test(String(type)),
    );
    const spare = (change: (entry: object) => void): unknown => {
      const reported = structuredClone(events);
      for (const event of reported)
        for (const entry of event.type === 'response.output_text.delta' || event.type === 'response.output_text.done'
          ? event.logprobs
          : [])
          change(entry);
      return logprobsOf(after(reported));
    };
    expect(spare(() => undefined)).toHaveLength(2);
    for (const name of ['token', 'bytes', 'logprob', 'top_logprobs'])
      expect([name, spare((entry) => Reflect.deleteProperty(entry, name))]).toEqual([name, []]);
    expect(spare((entry) => Reflect.set(entry, 'top_logprobs', [{ token: 'No', logprob: -9 }]))).toEqual([]);
  });

  it('finds items by id when a server counts output_index from 1', () => {
    const events = eventsOf('reasoning-then-call').filter(({ type }) => type !== 'response.completed');
    const shifted = events.map((event) =>
      typeof event['output_index'] === 'number'
        ? Object.assign({ ...event }, { output_index: event['output_index'] + 1 })
        : event,
    );
    expect(after(events).output.length).toBeGreaterThan(1);
    expect(after(shifted)).toEqual(after(events));
  });

  it('separates a call and its output when neither has an index or an id', () => {
    const started = eventsOf('plain-text').slice(0, 2);
    const added: readonly ResponseStreamEvent[] = JSON.parse(`[
      {"type":"response.output_item.done","item":{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}},
      {"type":"response.output_item.done","item":{"type":"function_call_output","call_id":"call_1","output":"4"}}
    ]`);
    expect(after([...started, ...added]).output.map(({ type }) => type)).toEqual([
      'function_call',
      'function_call_output',
    ]);
  });

  it('reads streams without content_part.added, without done events and with events of unknown kind', () => {
    const spare = eventsOf('plain-text').filter(
      ({ type }) => !/content_part|\.done$/.test(String(type)) && type !== 'response.completed',
    );
    const unknown = JSON.parse('{"type":"response.dream","sequence_number":9,"output_index":0}');
    expect(textOf(after([...spare, unknown]))).toBe('The capital of Portugal is Lisbon.');
  });

  it('ignores events that point nowhere', () => {
    const events = eventsOf('plain-text');
    const state = snapshot(after(events.slice(0, 2)));
    const delta = events.find(({ type }) => type === 'response.output_text.delta');
    expect(delta && accumulateResponse(state, delta)).toBe(state);
  });
});
