// How a request ended, in whatever form and by whatever client it was made, and whether that is the truth.
import { messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import { EngineError, type JsonObject } from '@org/engine';
import type { FaultCase } from './bad-upstream.js';
import type { Form } from './forms.js';

export interface Ending {
  /** `performance.now()` when the client knew. */
  readonly at: number;
  /** Told by an HTTP status, by an event inside a stream, by the state of a background response, or not told at all. */
  readonly by: 'status' | 'event' | 'state' | 'success';
  /** Of the HTTP answer; 0 where the client does not say. */
  readonly status: number;
  readonly message: string;
  /** Text, reasoning and arguments that the client got, in order. */
  readonly text: string;
  /** The last wire object of a response that exists. */
  readonly response?: JsonObject;
  /** Faults that the client itself noticed. */
  readonly problems: readonly string[];
}

/** What is wrong with the ending of a request that could not succeed; nothing when it is the one that the contract names. */
export function judge(form: Form, { phase, fault }: FaultCase, ending: Ending): string[] {
  const wrong = [...ending.problems];
  const expect = (condition: boolean, what: string): void => void (condition || wrong.push(what));
  expect(ending.by !== 'success', 'a false success');
  expect(ending.message !== '', 'an error without words');
  expect(fault.begins === true || ending.by === expectedBy(form, phase.reached), `told by ${ending.by}`);
  if (ending.by === 'status') {
    const { status } = (form.dialect === 'messages' ? messagesDialect : responsesDialect).encodeError(
      new EngineError(fault.code, ''),
      '',
    );
    expect(ending.status === status, `status ${ending.status} instead of ${status}`);
  } else if (ending.status !== 0) {
    expect(ending.status === 200, `status ${ending.status} of an answer that had begun`);
  }
  // A call's arguments are held back until they are known to be whole JSON or not, so the client may have less.
  expect(
    phase.sentText.startsWith(ending.text) || phase.sentText.replace('{"a":', '').startsWith(ending.text),
    `said ${JSON.stringify(ending.text)}`,
  );
  // A reset may overtake what was sent before it.
  const complete = phase.sentText === 'one two' && !fault.name.includes('reset');
  if (ending.by === 'event' && form.stream && complete)
    expect(ending.text === 'one two', `of "one two" only ${JSON.stringify(ending.text)}`);
  if (ending.response !== undefined) {
    expect(ending.response['status'] === 'failed', `a response that is ${String(ending.response['status'])}`);
    expect(ending.response['completed_at'] === null, 'a time of completion');
  }
  return wrong;
}

/** Before the first event a failure is a status; a background response was promised before, so its state tells. */
function expectedBy({ stream, background }: Form, reached: FaultCase['phase']['reached']): Ending['by'] {
  if (background) return stream ? 'event' : 'state';
  return stream && (reached === 'answer' || reached === 'reason') ? 'event' : 'status';
}
