// A stream that is disconnected anywhere resumes elsewhere, byte for byte.
import { setTimeout as pause } from 'node:timers/promises';
import { startBackground } from '../background-runs.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { createResponse, terminalStatuses } from '../responses-client.mjs';
import { readResuming } from '../resuming-reader.mjs';
import { promptOf } from '../response-script.mjs';
import { readFrames } from '../sse-frames.mjs';
import { keys, openWorld } from '../world.mjs';

/** Responses at once, and readers of each while it is made. */
const width = 8;
const readersEach = 5;
/** Number of disconnects per reader. */
const disconnectsPerReader = 3;

/** @type {import('../check.mjs').Check} */
export const resume = {
  name: 'resume',
  goal: '1,000 disconnected streams, at event boundaries and inside frames, resumed on another replica or after a kill: every suffix identical to the byte, no gap in the numbers',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const wanted = scaled(1_000, scale, 40);
    const world = await openWorld({ store });
    const key = keys.alice;
    try {
      const differences = [];
      const gaps = [];
      const counts = { planned: 0, broken: 0, boundary: 0, responses: 0, kills: 0 };
      const reading = { over: false };
      const killing = (async () => {
        const draw = random.fork('kills');
        while (!reading.over) {
          await pause(1_500 + draw.integer(2_500));
          if (reading.over) break;
          const victim = draw.pick(world.services);
          await victim.kill();
          counts.kills += 1;
          await victim.start();
        }
      })();
      /** Reads a finished response again with a disconnect at every untried offset. */
      const compare = async (id, draw, texts) => {
        const [service] = world.services;
        const complete = await untilRead(service.url, key, id);
        const { frames, events } = readFrames(complete);
        const reference = frames
          .filter(({ event }) => event !== undefined)
          .map(({ text }) => text)
          .join('');
        if (events.some(({ sequence_number: number }, index) => number !== index)) gaps.push(id);
        for (const text of texts) if (text !== reference) differences.push(`${id}: ${describe(reference, text)}`);
        return { reference, frames };
      };
      const worker = async (number) => {
        const draw = random.fork(`lane-${number}`);
        for (let turn = 0; counts.planned < wanted; turn += 1) {
          const order = {
            tag: `s${number}-${turn}`,
            words: 5 + draw.integer(30),
            headers: 0,
            first: draw.integer(200),
            gap: 5 + draw.integer(30),
          };
          const target = { url: draw.pick(world.services).url, key };
          const nextUrl = () => draw.pick(world.services).url;
          // Mostly live responses; a fourth is stored without a log and streamed again from the store.
          const id = draw.chance(0.75)
            ? (await startBackground(target, order))?.id
            : await createResponse(target, { input: promptOf({ ...order, gap: 0 }) }).then(
                ({ response }) => response.id,
                () => undefined,
              );
          if (id === undefined) {
            await pause(50);
            continue;
          }
          counts.responses += 1;
          const read = (cuts) => readResuming({ key, id, nextUrl, cuts });
          const live = await Promise.all(
            Array.from({ length: readersEach }, () =>
              read(Array.from({ length: disconnectsPerReader }, () => 1 + draw.integer(4_000))),
            ),
          );
          const { frames } = await compare(
            id,
            draw,
            live.map(({ text }) => text),
          );
          // Every event boundary of a finished response.
          const ends = frames
            .map((_, index) => frames.slice(0, index + 1).reduce((sum, { text }) => sum + text.length, 0))
            .slice(0, -2);
          const boundaries = draw.chance(0.2) ? await inParallel(ends, 4, (end) => read([end])) : [];
          await compare(
            id,
            draw,
            boundaries.map(({ text }) => text),
          );
          counts.boundary += boundaries.length;
          for (const { planned, broken } of [...live, ...boundaries]) {
            counts.planned += planned;
            counts.broken += broken;
          }
          if (turn % 4 === 0)
            progress(
              `${counts.planned} of ${wanted} disconnects, ${counts.responses} responses, ${counts.kills} kills`,
            );
        }
      };
      await inParallel(Array.from({ length: width }).keys(), width, worker);
      reading.over = true;
      await killing;
      return {
        did: `${counts.planned} planned disconnects (${counts.boundary} of them exactly between two events) and ${counts.broken} by ${counts.kills} kills, ${counts.responses} responses`,
        figures: [
          none('readings that differ from the log', differences),
          none('logs with a gap', gaps),
          { name: 'cuts', value: counts.planned, atLeast: wanted },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** Reads the complete stream at once, after kills, too. */
async function untilRead(url, key, id) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const reply = await send({ url, key, path: `/v1/responses/${id}?stream=true` }).catch(() => undefined);
    if (reply?.status === 200) {
      const { events, done } = readFrames(reply.text);
      if (done && terminalStatuses.has(events.at(-1)?.response?.status)) return reply.text;
    }
    await pause(100);
  }
  throw new Error(`${id} cannot be read`);
}

function describe(reference, text) {
  let index = 0;
  while (index < text.length && text[index] === reference[index]) index += 1;
  return `${text.length} bytes for ${reference.length}, first difference at ${index}: ${JSON.stringify(text.slice(index - 40, index + 80))} for ${JSON.stringify(reference.slice(index - 40, index + 80))}`;
}
