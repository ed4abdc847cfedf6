// Turns of one conversation on several replicas run one after the other, after any failure of a replica.
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConversationLocks,
  EngineError,
  type JsonObject,
  type Message,
  runTurn,
  type Store,
  type TurnOutcome,
  type TurnRequest,
  type TurnSnapshot,
} from '@org/engine';
import {
  buildContext,
  buildRequest,
  buildResult,
  createScriptedModel,
  type LeaseTimes,
  message,
  readAll,
  replay,
  type StoreLocation,
  useStores,
} from '@org/engine/testing';

const longTimeouts: LeaseTimes = { leaseMs: 10_000, heartbeatMs: 3_000 };
/** Lease times that are short enough for a test and long enough for a busy machine. */
const hasty: LeaseTimes = { leaseMs: 1_500, heartbeatMs: 300 };
const context = buildContext({ owner: 'ada' });

/** Items of these tests are `{ role, text }`. */
const decode = (items: readonly JsonObject[]): Message[] =>
  items.map(({ role, text }) => message(role === 'user' ? 'user' : 'assistant', String(text)));

export function describeConversationLocks(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`Turns of one conversation on two replicas over ${name}`, () => {
    const stores = useStores(makeLocation);
    beforeEach(async () => {
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
    });

    /** Responds after a delay with the number of messages that it received. */
    const counting = (ms: number): ReturnType<typeof createScriptedModel> =>
      createScriptedModel({
        id: 'm',
        script: ({ messages }) => {
          const [start, ...rest] = replay(buildResult([String(messages.length)]));
          return start === undefined ? [] : [start, { type: 'delay', ms }, ...rest];
        },
      });

    function take(store: Store, id: string, times = longTimeouts, ms = 5): ReturnType<typeof runTurn> {
      const input = [message('user', id)];
      const turn: TurnRequest = {
        dialect: 'responses',
        generation: buildRequest(input),
        instructions: [],
        input,
        state: { store: true, conversationId: 'conv_1' },
        warnings: [],
      };
      const takeSnapshot = ({ result, error }: TurnOutcome): TurnSnapshot => {
        const output = result.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
        const items = [
          { id: `${id}_in`, side: 'input' as const, value: { role: 'user', text: id } },
          { id: `${id}_out`, side: 'output' as const, value: { role: 'assistant', text: output } },
        ];
        return { status: error === undefined ? 'completed' : 'failed', payload: {}, items };
      };
      const languageModel = counting(ms);
      const conversations = new ConversationLocks({ store, decode, times });
      return runTurn(turn, { registry: { resolve: () => languageModel }, store, conversations }, context, {
        id,
        createdAt: 2,
        takeSnapshot,
      });
    }

    const texts = async (): Promise<string[]> =>
      ((await stores.store.listConversationItems('ada', 'conv_1', { order: 'asc', limit: 200 }))?.entries ?? []).map(
        ({ value }) => String(value['text']),
      );

    it('form one queue: each receives everything added before it, and nothing is lost or mixed', async () => {
      const other = await stores.open();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => readAll(take(n % 2 === 0 ? stores.store : other, `t${n}`))),
      );
      const output = await texts();
      expect(output).toHaveLength(40);
      expect(output.filter((_, index) => index % 2 === 1)).toEqual(
        Array.from({ length: 20 }, (_, n) => String(2 * n + 1)),
      );
      expect(new Set(output.filter((_, index) => index % 2 === 0)).size).toBe(20);
    });

    it('continue without a turn whose replica crashed', async () => {
      const other = await stores.open();
      await other.enqueueTicket('ada', 'conv_1', hasty.leaseMs);
      await readAll(take(stores.store, 'next', hasty));
      expect(await texts()).toEqual(['next', '1']);
    });

    it('wait for a slow turn as long as its replica lives', async () => {
      const other = await stores.open();
      const slow = readAll(take(other, 'slow', hasty, 3_500));
      while ((await stores.store.readTicket({ owner: 'ada', conversationId: 'conv_1', number: 1 })) === 'lost')
        await pause(5);
      await readAll(take(stores.store, 'quick', hasty));
      await slow;
      expect(await texts()).toEqual(['slow', '1', 'quick', '3']);
    });

    it('end with a retryable conflict and add nothing when others overtook them', async () => {
      const other = await stores.open();
      // Renews nothing, like a stalled process.
      const still: Store = { ...other, renewTicket: async () => true };
      const late = take(still, 'late', hasty, 1_000);
      await late.next();
      await readAll(take(stores.store, 'next', hasty));
      await expect(readAll(late)).rejects.toMatchObject({ code: 'conflict', retryable: true, param: 'conversation' });
      expect(await texts()).toEqual(['next', '1']);
      expect((await stores.store.getTurn('ada', 'late'))?.status).toBe('failed');
    });

    it('stay in order when the clock jumps, whichever of them reaches the store first', async () => {
      let silent: number | undefined;
      const store: Store = {
        ...stores.store,
        renewTicket: async (ticket, ...times) => ticket.number === silent || stores.store.renewTicket(ticket, ...times),
      };
      const conversations = new ConversationLocks({ store, decode, times: hasty });
      const never = new AbortController().signal;
      const running = await conversations.enter('ada', 'conv_1', never);
      silent = running.ticket.number;
      /** Its lease has run out by the store's clock, and not by that of its process. */
      const jump = (): Promise<unknown> => stores.store.renewTicket(running.ticket, 0);
      await jump();
      const next = conversations.enter('ada', 'conv_1', never);
      const inOrder = async (ms: number): Promise<unknown> => [
        await Promise.race([next.then(() => 'next'), pause(ms, 'nobody')]),
        await stores.store.readTicket(running.ticket),
      ];
      expect(await inOrder(hasty.heartbeatMs / 3)).toEqual(['nobody', 'first']);
      await jump();
      expect(await inOrder(3 * hasty.heartbeatMs)).toEqual(['nobody', 'first']);
      running.release();
      (await next).release();
    });

    it('end at once when they learn that others overtook them', async () => {
      const other = await stores.open();
      const late = take({ ...other, renewTicket: async () => false }, 'late', hasty, 60_000);
      await expect(readAll(late)).rejects.toMatchObject({ code: 'conflict', retryable: true });
      expect((await stores.store.getTurn('ada', 'late'))?.status).toBe('failed');
    });

    it('end at once when others overtook them and the conversation cannot be looked up', async () => {
      const other = await stores.open();
      const silent: Store = {
        ...other,
        renewTicket: async () => false,
        getConversation: () => Promise.reject(new EngineError('overloaded', 'Busy.')),
      };
      await expect(readAll(take(silent, 'late', hasty, 4_000))).rejects.toMatchObject({
        code: 'conflict',
        retryable: true,
      });
      expect((await stores.store.getTurn('ada', 'late'))?.status).toBe('failed');
    });
  });
}
