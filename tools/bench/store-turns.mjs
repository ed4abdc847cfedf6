// The turns that the store's benchmark writes: as large as the documents of the limit, with ids of the service's own making.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandomIdSource } from '../../packages/engine/dist/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const ids = createRandomIdSource();

/** Ids that were made beforehand, in the order of their making: making them is no work of the store. */
const made = [];
let used = 0;

/**
 * Makes ids for so many turns. Each is put into one piece, and what is left of making them is collected: hundreds of
 * thousands of strings that are joined and moved while somebody writes would be counted as work of the store.
 */
export function prepareIds(turns) {
  made.length = 0;
  used = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    for (const prefix of ['resp', 'msg', 'msg']) made.push(Buffer.from(ids.next(prefix), 'latin1').toString('latin1'));
  }
  collectGarbage();
}

const nextId = (prefix) => made[used++] ?? ids.next(prefix);
const prose =
  'Every turn is a question and its answer, and some of it is in both what was sent and what is remembered. '.repeat(
    40,
  );

/** What both sides say, by the bytes that a record without it has: made once, so that making a turn costs next to nothing. */
const texts = new Map();

/** A completed turn whose record takes about `bytes` as JSON. */
export function makeTurn({ owner, previousId, bytes = 4096 }) {
  const key = `${owner.length} ${previousId?.length} ${bytes}`;
  if (!texts.has(key)) {
    const bare = Buffer.byteLength(JSON.stringify(createTurn(owner, previousId, ['', ''])));
    const length = Math.floor((bytes - bare) / 4); // Each of the two stands in two places.
    texts.set(key, [prose.slice(0, length), prose.slice(1, 1 + length)]);
  }
  return createTurn(owner, previousId, texts.get(key));
}

function createTurn(owner, previousId, [asked, responseText]) {
  const [id, question, response] = [nextId('resp'), nextId('msg'), nextId('msg')];
  const now = Date.now();
  return {
    id,
    owner,
    dialect: 'responses',
    ...(previousId === undefined ? {} : { previousId }),
    model: 'demo',
    status: 'completed',
    createdAt: now,
    expiresAt: now + 30 * 86_400_000,
    input: [{ role: 'user', parts: [{ type: 'text', text: asked }] }],
    output: [{ role: 'assistant', parts: [{ type: 'text', text: responseText }] }],
    items: [
      {
        id: question,
        side: 'input',
        value: { type: 'message', id: question, role: 'user', content: [{ type: 'input_text', text: asked }] },
      },
      { id: response, side: 'output', value: { type: 'message', id: response, role: 'assistant' } },
    ],
    payload: {
      id,
      object: 'response',
      status: 'completed',
      output: [
        { type: 'message', id: response, role: 'assistant', content: [{ type: 'output_text', text: responseText }] },
      ],
    },
  };
}

/** What `assembleContext` needs of the request that continues a turn. */
export function requestAfter(turn) {
  return {
    dialect: turn.dialect,
    instructions: [],
    input: turn.input,
    warnings: [],
    state: { store: true, previousId: turn.previousId },
  };
}
