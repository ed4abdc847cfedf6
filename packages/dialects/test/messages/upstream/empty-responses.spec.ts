// A response of an upstream of this dialect has no text that its model did not write.
import type { JsonObject } from '@org/engine';
import { clientView, type ClientView } from './client-view.js';

const start: JsonObject = {
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 106 } },
};
const end = (stop_reason: string, more: JsonObject = {}): JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null, ...more }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

function view(events: readonly JsonObject[]): ClientView {
  return clientView((reader) => {
    for (const event of events) reader.push(event);
  });
}

describe('a response without content of an upstream of this dialect', () => {
  it.each(['refusal', 'end_turn'])('stays without content: %s', (reason) => {
    const { events, message } = view([start, ...end(reason)]);
    expect(message).toMatchObject({ content: [], stop_reason: reason });
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'message_delta', 'message_stop']);
  });

  it('retains the details of its refusal', () => {
    const stop_details = { type: 'refusal', category: 'cyber', explanation: 'x', fallback_credit_token: 'tok' };
    expect(view([start, ...end('refusal', { stop_details })]).message).toMatchObject({ content: [], stop_details });
  });
});
