import { dialects } from '#src/chat/dialects/dialects.js';
import { emptyOutput, type Output } from '#src/chat/output.js';
import type { Turn } from '#src/chat/turn.js';

/** A turn with some facts; `output` replaces what its reader would have read. */
export function turnOf({ output, ...facts }: Partial<Turn> & { readonly output?: Partial<Output> }): Turn {
  const dialect = facts.dialect ?? 'messages';
  const reader = dialects[dialect].createReader();
  return {
    id: 1,
    dialect,
    model: 'm',
    prompt: 'Hi',
    request: { method: 'POST', path: `/v1/${dialect}`, headers: {}, body: {} },
    status: 'running',
    head: undefined,
    events: [],
    reader: output === undefined ? reader : { ...reader, output: { ...emptyOutput, ...output } },
    failure: undefined,
    duration: undefined,
    ...facts,
  };
}
