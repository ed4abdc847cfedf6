import type { TurnRecord } from '../ports/store.js';

/** A small completed turn; `fields` override its defaults. */
export function turnOf(fields: Partial<TurnRecord> & Pick<TurnRecord, 'id'>): TurnRecord {
  return {
    owner: 'ada',
    dialect: 'responses',
    model: 'demo',
    status: 'completed',
    createdAt: 1_790_000_000_000,
    input: [{ role: 'user', parts: [{ type: 'text', text: `question of ${fields.id}` }] }],
    output: [{ role: 'assistant', parts: [{ type: 'text', text: `answer of ${fields.id}` }] }],
    items: [
      { id: `in_${fields.id}`, side: 'input', value: { type: 'message', id: `in_${fields.id}` } },
      { id: `out_${fields.id}`, side: 'output', value: { type: 'message', id: `out_${fields.id}` } },
    ],
    payload: { id: fields.id, object: 'response' },
    ...fields,
  };
}
