// The turns that the store's benchmark writes: as large as the documents of the limit, with ids of the service's own making.
import { createRandomIdSource } from '../../packages/engine/dist/identity/random-id-source.js';

const ids = createRandomIdSource();
const prose = 'Every turn is a question and its answer, and some of it is in both what was sent and what is remembered. '.repeat(40);

/** A completed turn whose record takes `bytes` as JSON. */
export function makeTurn({ owner, previousId, bytes = 4096 }) {
  const draft = turnSaying(owner, previousId, '');
  const perCharacter = 4; // The answer stands in the output and in the wire, the question in the input and in the items.
  const missing = bytes - Buffer.byteLength(JSON.stringify(draft));
  return fill(draft, prose.slice(0, Math.max(0, Math.floor(missing / perCharacter))));
}

function fill(turn, text) {
  turn.input[0].parts[0].text = text;
  turn.output[0].parts[0].text = text;
  turn.items[0].value.content[0].text = text;
  turn.wire.output[0].content[0].text = text;
  return turn;
}

function turnSaying(owner, previousId, text) {
  const [id, question, answer] = [ids.next('resp'), ids.next('msg'), ids.next('msg')];
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
    input: [{ role: 'user', parts: [{ type: 'text', text }] }],
    output: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
    items: [
      { id: question, side: 'input', value: { type: 'message', id: question, role: 'user', content: [{ type: 'input_text', text }] } },
      { id: answer, side: 'output', value: { type: 'message', id: answer, role: 'assistant' } },
    ],
    wire: { id, object: 'response', status: 'completed', output: [{ type: 'message', id: answer, role: 'assistant', content: [{ type: 'output_text', text }] }] },
  };
}

/** What `assembleContext` needs of the request that continues a turn. */
export function requestAfter(turn) {
  return { dialect: turn.dialect, instructions: [], input: turn.input, warnings: [], state: { store: true, previousId: turn.previousId } };
}
