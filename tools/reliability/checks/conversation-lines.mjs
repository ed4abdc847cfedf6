// Turns of one conversation run one after another, on all replicas, and even if these crash.
import { setTimeout as pause } from 'node:timers/promises';
import { replyChunks, orderOf, promptOf } from '../response-script.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { createResponse } from '../responses-client.mjs';
import { keys, openWorld } from '../world.mjs';

const width = 24;
const conversations = 6;
/** Lease duration without a heartbeat, in seconds: after a kill the queued turns have to wait for it. */
const leaseSeconds = 2;
const key = keys.alice;

/** @type {import('../check.mjs').Check} */
export const conversationLocks = {
  name: 'conversation-lines',
  goal: '2,000 turns in 6 conversations, 24 at once over three replicas and kills: each gets exactly the turns before it, none is lost, none is duplicated, none is inside another',
  stores: ['postgres', 'sqlite'],
  async run({ scale, store, random, progress }) {
    const total = scaled(2_000, scale, 60);
    const world = await openWorld({ store, settings: { background: { leaseSeconds } } });
    try {
      const ids = await Promise.all(Array.from({ length: conversations }, () => made(world.services[0].url)));
      const acknowledged = [];
      const work = { over: false, kills: 0, unanswered: 0, restart: Promise.resolve() };
      const killing = (async () => {
        const draw = random.fork('kills');
        while (!work.over) {
          await pause(1_000 + draw.integer(3_000));
          if (work.over) break;
          const victim = draw.pick(world.services);
          work.kills += 1;
          work.restart = victim.kill().then(() => victim.start());
          await work.restart;
        }
      })();
      await inParallel(Array.from({ length: total }).keys(), width, async (number) => {
        const draw = random.fork(`turn-${number}`);
        const tag = `l${number}`;
        const conversation = draw.pick(ids);
        const body = {
          conversation,
          input: promptOf({ tag, words: 2, gap: draw.integer(8) }),
          stream: draw.chance(0.5),
        };
        try {
          const { status, response } = await createResponse({ url: draw.pick(world.services).url, key }, body);
          if (status !== 200 || response.status !== 'completed') throw new Error(`status ${status}`);
          acknowledged.push({ tag, conversation });
        } catch {
          // Nothing was acknowledged. Without another running replica, the client must wait until this one is back.
          work.unanswered += 1;
          await (world.services.length === 1 ? work.restart : pause(100));
        }
        if (number % 400 === 399) progress(`${acknowledged.length} acknowledged, ${work.kills} kills`);
      });
      work.over = true;
      await killing;

      const [blind, mixed, missing, doubled] = [[], [], [], []];
      for (const id of ids) {
        const items = await itemsOf(world.services[0].url, id);
        const messages = [];
        const tags = [];
        for (let index = 0; index < items.length; index += 2) {
          const [asked, response] = [items[index], items[index + 1]];
          if (asked?.role !== 'user' || response?.role !== 'assistant') {
            mixed.push(`${id} at ${index}`);
            break;
          }
          messages.push(asked);
          const { tag } = orderOf(asked.text);
          if (response.text !== replyChunks(messages).join('')) blind.push(`${tag} of ${id}`);
          if (tags.includes(tag)) doubled.push(`${tag} of ${id}`);
          tags.push(tag);
          messages.push(response);
        }
        for (const { tag, conversation } of acknowledged)
          if (conversation === id && !tags.includes(tag)) missing.push(`${tag} of ${id}`);
      }
      return {
        did: `${acknowledged.length} acknowledged, ${work.kills} kills, ${work.unanswered} requests without a response`,
        figures: [
          none('turns that did not get exactly the turns before them', blind),
          none('turns with something between their input and their response', mixed),
          none('acknowledged turns that are missing', missing),
          none('duplicated turns', doubled),
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

async function made(url) {
  return (await send({ url, key, path: '/v1/conversations', body: {} })).json().id;
}

/** All items of a conversation as roles and texts, oldest first. */
async function itemsOf(url, id) {
  const items = [];
  for (let after; ;) {
    const page = (
      await send({
        url,
        key,
        path: `/v1/conversations/${id}/items?order=asc&limit=100${after === undefined ? '' : `&after=${after}`}`,
      })
    ).json();
    items.push(...page.data.map(({ role, content }) => ({ role, text: content.map(({ text }) => text).join('') })));
    if (!page.has_more) return items;
    after = page.last_id;
  }
}
