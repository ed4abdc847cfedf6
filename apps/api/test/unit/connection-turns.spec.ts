import type { ChainTurn, Store } from '@org/engine';
import { ConnectionTurns } from '#src/websocket/connection-turns.js';

const turnOf = (id: string, previousId?: string, text = id): ChainTurn => ({
  id,
  dialect: 'responses',
  model: 'm',
  status: 'completed',
  ...(previousId === undefined ? {} : { previousId }),
  input: [{ role: 'user', parts: [{ type: 'text', text }] }],
  output: [],
});

/** A store of Ada's chains. */
class Chains implements Pick<Store, 'getChain' | 'readEvents'> {
  readonly chains = new Map<string, readonly ChainTurn[]>();
  asked: string[] = [];

  async getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined> {
    this.asked.push(id);
    return owner === 'ada' ? this.chains.get(id) : undefined;
  }

  async readEvents(owner: string, id: string): ReturnType<Store['readEvents']> {
    return owner === 'ada' && this.chains.has(id) ? { status: 'completed', events: [] } : undefined;
  }
}

describe('The turns of a connection', () => {
  let store: Chains;
  let turns: ConnectionTurns;
  const idsOf = async (id: string, owner = 'ada'): Promise<readonly string[] | undefined> =>
    (await turns.getChain(owner, id))?.map((turn) => turn.id);

  beforeEach(() => {
    store = new Chains();
    turns = new ConnectionTurns('ada', store, 1_000);
  });

  it('are a separate chain without store lookups', async () => {
    turns.add(turnOf('a'), 10, false);
    turns.add(turnOf('b', 'a'), 10, false);
    expect(await idsOf('b')).toEqual(['a', 'b']);
    expect(store.asked).toEqual([]);
    expect(await idsOf('b', 'bob')).toBeUndefined();
  });

  it('cache nothing of a stored turn that they continue: the store returns it each time', async () => {
    store.chains.set('kept', [turnOf('older', undefined, 'x'.repeat(5_000)), turnOf('kept', 'older')]);
    turns.add(turnOf('a', 'kept'), 10, false);
    turns.add(turnOf('b', 'a'), 10, false);
    expect(await idsOf('b')).toEqual(['older', 'kept', 'a', 'b']);
    store.chains.set('kept', [turnOf('other'), turnOf('kept', 'other')]);
    expect(await idsOf('b')).toEqual(['other', 'kept', 'a', 'b']);
    expect(await idsOf('a')).toEqual(['other', 'kept', 'a']);
    expect(store.asked).toEqual(['kept', 'kept', 'kept']);
  });

  it('are stored elsewhere, unless one of them continues a turn of the connection', async () => {
    turns.add(turnOf('a'), 10, true);
    turns.add(turnOf('b', 'a'), 10, true);
    expect(await idsOf('b')).toBeUndefined();
    expect(store.asked).toEqual(['b']);
  });

  it('are removed when the turn that they continue is deleted, in the store or on the connection', async () => {
    store.chains.set('kept', [turnOf('kept')]);
    turns.add(turnOf('a', 'kept'), 10, false);
    turns.add(turnOf('b', 'a'), 10, true);
    store.chains.set('b', []);
    turns.add(turnOf('c', 'b'), 10, false);
    expect(await idsOf('c')).toEqual(['kept', 'a', 'b', 'c']);
    store.chains.delete('b');
    expect(await idsOf('c')).toBeUndefined();
    expect(await idsOf('a')).toEqual(['kept', 'a']);
    store.chains.delete('kept');
    expect(await idsOf('a')).toBeUndefined();
    store.chains.set('kept', [turnOf('kept')]);
    expect(await idsOf('a')).toBeUndefined();
  });

  it('go, the oldest first, when they have grown too large, also by what their frames only referred to', async () => {
    turns.add(turnOf('a'), 400, false);
    turns.add(turnOf('b', undefined, 'x'.repeat(500)), 10, false);
    expect(await idsOf('a')).toEqual(['a']);
    turns.add(turnOf('c'), 200, false);
    expect([await idsOf('a'), await idsOf('b'), await idsOf('c')]).toEqual([undefined, ['b'], ['c']]);
    // This turn counts the tokens of its predecessor again.
    turns.add(turnOf('d', 'c'), 200, false);
    expect([await idsOf('b'), await idsOf('d')]).toEqual([undefined, ['c', 'd']]);
  });

  it('are dropped by the stream that created them, and by no other', async () => {
    turns.add(turnOf('a'), 10, false, 'one');
    turns.add(turnOf('b'), 10, false);
    turns.evict('a', 'other');
    turns.evict('a');
    turns.evict('b', 'one');
    turns.evict('unknown');
    turns.add(turnOf('c'), 10, false);
    expect([await idsOf('a'), await idsOf('b'), await idsOf('c')]).toEqual([['a'], ['b'], ['c']]);
    turns.evict('a', 'one');
    turns.evict('b');
    expect([await idsOf('a'), await idsOf('b'), await idsOf('c')]).toEqual([undefined, undefined, ['c']]);
  });
});
