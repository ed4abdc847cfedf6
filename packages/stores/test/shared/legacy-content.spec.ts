import { runNow } from '@org/engine/storage';
import { decodeContent, historyIn } from '#src/shared/turn-content.js';

/** Just long enough to be deduplicated; the second one is in the payload only. */
const long = 'A text of 24 characters.';
const own = 'Just of the least length';
const history = {
  input: [{ role: 'user', parts: [{ type: 'text', text: long }] }],
  output: [{ role: 'assistant', parts: [{ type: 'text', text: '=0' }] }],
};

/** As it was written to disk then, byte for byte. */
const referring = `{"input":[{"role":"user","parts":[{"type":"text","text":"${long}"}]}],"output":[{"role":"assistant","parts":[{"type":"text","text":"=0"}]}]}
{"items":[{"id":"msg_1","side":"output","value":{"text":"=0","note":"${own}"}}],"wire":{"text":"=0","note":"=1","short":"==0","escaped":"==${own}","again":"=2"}}`;
const plain = `${referring.split('\n')[0]}\n{"items":[],"wire":{"text":"${long}","sum":"=A1+B2","equals":"=","note":"${own}"}}`;

describe('a turn that was stored before text deduplication', () => {
  it('is read with the texts that it refers to', () => {
    expect(runNow(decodeContent(Buffer.from(referring)))).toEqual({
      ...history,
      items: [{ id: 'msg_1', side: 'output', value: { text: long, note: own } }],
      payload: { text: long, note: own, short: '=0', escaped: `=${own}`, again: `=${own}` },
    });
  });

  it('is read where there were no references yet', () => {
    expect(runNow(decodeContent(Buffer.from(plain)))).toEqual({
      ...history,
      items: [],
      payload: { text: long, sum: '=A1+B2', equals: '=', note: own },
    });
  });

  it('can be continued', () => {
    expect(runNow(historyIn(Buffer.from(referring)))).toEqual({ history, size: referring.indexOf('\n') });
  });
});
