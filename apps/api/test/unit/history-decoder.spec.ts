import type { JsonObject } from '@org/engine';
import { HistoryDecoder } from '#src/turn/history-decoder.js';

const user = (text: string): JsonObject => ({
  type: 'message',
  id: `msg_${text}`,
  role: 'user',
  content: [{ type: 'input_text', text }],
});
const call = (id: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'look',
  arguments: '{}',
  status: 'completed',
});
const encrypted = (data: string): JsonObject => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: data,
});

/** Creates a decoder and records the signatures that it opens. */
function decoder(): { readonly decode: (items: readonly JsonObject[]) => Promise<unknown>; readonly opened: string[] } {
  const opened: string[] = [];
  const reasoningSigner = {
    encrypt: (text: string) => text,
    decrypt: (data: string) => (opened.push(data), `open ${data}`),
    sign: () => '',
    verify: () => false,
  };
  const history = new HistoryDecoder({ server: reasoningSigner, of: () => reasoningSigner });
  return { decode: (items) => history.decode(items, 'ada'), opened };
}

describe('The history of a conversation', () => {
  it('is the same however often it is made, and grows by what came since', async () => {
    const items = [user('a'), call('1'), call('2'), user('b')];
    const { decode } = decoder();
    const first = JSON.stringify(await decode(items));
    expect(JSON.stringify(await decode(items))).toBe(first);
    expect(JSON.stringify(await decode(items))).toBe(first);
    const more = [...items, call('3'), call('4')];
    expect(await decode(more)).toEqual(await decoder().decode(more));
  });

  it('is made of each item once', async () => {
    const items = [user('a'), encrypted('secret')];
    const { decode, opened } = decoder();
    await decode(items);
    await decode([...items, user('b')]);
    expect(opened).toEqual(['secret']);
    await decode([encrypted('secret')]);
    expect(opened).toEqual(['secret', 'secret']);
  });

  it('yields to the event loop while it is decoded', async () => {
    const clock = jest.spyOn(performance, 'now');
    let milliseconds = 0;
    clock.mockImplementation(() => (milliseconds += 1));
    let turns = 0;
    let next = setImmediate(function others(): void {
      turns += 1;
      next = setImmediate(others);
    });
    await decoder().decode(Array.from({ length: 100 }, (_, n) => user(`${n}`)));
    clearImmediate(next);
    clock.mockRestore();
    expect(turns).toBeGreaterThan(10);
  });
});
