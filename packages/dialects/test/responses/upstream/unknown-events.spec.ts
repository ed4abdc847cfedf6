// Future events: what an upstream reports about a passed-through item reaches the client, whether known here or not.
import type { JsonObject } from '@org/engine';
import { formatEvent } from '#src/responses/encode/format-event.js';
import { growing, itemOf, passThrough, passThroughUnknown } from './pass-through.js';

const future = { type: 'future_call', id: 'fu_1', status: 'in_progress', goal: 'x' };
const search = { type: 'web_search_call', id: 'ws_1', status: 'in_progress', action: { type: 'search', query: 'q' } };
const mcp = { type: 'mcp_call', id: 'mcp_1', name: 'f', server_label: 's', arguments: '', status: 'in_progress' };
const finished = (item: JsonObject): JsonObject => ({ ...item, status: 'completed' });

/** The events of the client's stream between the start of the item and its end. */
function between(item: JsonObject, events: readonly JsonObject[]): readonly JsonObject[] {
  const seen = passThroughUnknown(growing(item, events, finished(item))).events;
  const at = (type: string): number => seen.findIndex((event) => event['type'] === type);
  return seen.slice(at('response.output_item.added') + 1, at('response.output_item.done'));
}

describe('events of unknown types about a passed-through item', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['of an unknown tool', future, { type: 'response.future_call.delta', delta: 'abc', agent: { name: 'a' } }],
    ['of a known tool', search, { type: 'response.web_search_call.future_stage', sources: 3 }],
    ['that look like an end', mcp, { type: 'response.mcp_call.future.done', x: 1 }],
    ['that are deltas of no text', future, { type: 'response.future_call.delta', delta: { x: 1 } }],
  ])('are forwarded in order: %s', (_, item, event) => {
    expect(between(item, [event])[0]).toEqual({ ...event, item_id: item['id'], output_index: 0, sequence_number: 3 });
  });

  it('leave the item unchanged', () => {
    const done = { ...mcp, status: 'completed', arguments: '{}', output: 'x', error: null };
    expect(
      itemOf(
        passThroughUnknown(
          growing(
            mcp,
            [{ type: 'response.mcp_call.future.delta', delta: 'abc' }, { type: 'response.mcp_call.future.done' }],
            done,
          ),
        ),
      ),
    ).toEqual(done);
  });

  it('are dropped where they cannot belong to the item', () => {
    const events = [
      { type: 'response.output_text.delta', content_index: 0, delta: 'a' },
      { type: 'response.web_search_call.searching', output_index: 1 },
      { type: 'response.future_call.delta', output_index: 1, delta: 'b' },
      { type: 'response.x\ndata: {}', delta: 'c' },
      { type: 'response.mcp_call_arguments.delta', delta: 7 },
    ];
    expect(between(search, events)).toEqual([]);
  });

  it('preserve the members of known events', () => {
    const searching = { type: 'response.web_search_call.searching', agent: { name: 'a' }, obfuscation: 'x' };
    expect(passThrough(growing(search, [searching], finished(search))).events[3]).toMatchObject(searching);
  });

  it('are framed as every event', () => {
    const event = { type: 'response.future_call.delta', delta: 'abc' };
    const [forwarded] = passThroughUnknown(growing(future, [event], finished(future))).events.filter(
      ({ type }) => type === event.type,
    );
    expect(formatEvent(forwarded as Parameters<typeof formatEvent>[0])).toMatch(
      /^event: response\.future_call\.delta\ndata: \{.*\}\n\n$/,
    );
  });
});
