// All forms in which a client can request a response.
import type { DialectId } from '@org/engine';
import type { FaultCase } from './bad-upstream.js';

export interface RequestForm {
  readonly name: string;
  readonly dialect: DialectId;
  readonly stream: boolean;
  /** Whether the store persists the response. */
  readonly stored: boolean;
  readonly background: boolean;
}

export const requestForms: readonly RequestForm[] = [
  { name: 'messages JSON', dialect: 'messages', stream: false, stored: false, background: false },
  { name: 'messages stream', dialect: 'messages', stream: true, stored: false, background: false },
  { name: 'messages thread, JSON', dialect: 'messages', stream: false, stored: true, background: false },
  { name: 'messages thread, stream', dialect: 'messages', stream: true, stored: true, background: false },
  { name: 'responses JSON, stored', dialect: 'responses', stream: false, stored: true, background: false },
  { name: 'responses JSON, store: false', dialect: 'responses', stream: false, stored: false, background: false },
  { name: 'responses stream, stored', dialect: 'responses', stream: true, stored: true, background: false },
  { name: 'responses stream, store: false', dialect: 'responses', stream: true, stored: false, background: false },
  { name: 'responses background, polled', dialect: 'responses', stream: false, stored: true, background: true },
  { name: 'responses background, streamed', dialect: 'responses', stream: true, stored: true, background: true },
];

const tool = { name: 'look', description: 'Looks.' };
const schema = { type: 'object', properties: { a: { type: 'integer' } } };

/** The body of a request for `asked`, in the shape that raw HTTP and the official SDK both send. */
export function messagesBody(form: RequestForm, { tag, model }: Pick<FaultCase, 'tag' | 'model'>) {
  return {
    model,
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: tag }],
    tools: [{ ...tool, input_schema: { ...schema, type: 'object' as const } }],
    ...(form.stored ? { thread: { type: 'create' as const } } : {}),
  };
}

export function responsesBody(form: RequestForm, { tag, model }: Pick<FaultCase, 'tag' | 'model'>) {
  return {
    model,
    input: tag,
    tools: [{ ...tool, type: 'function' as const, parameters: schema, strict: false }],
    ...(form.stored ? {} : { store: false }),
    ...(form.background ? { background: true } : {}),
  };
}
