// How a request of any form and any client ended, and whether the client reports this correctly.
import { messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import { EngineError, type ForwardedError, type JsonObject } from '@org/engine';
import type { FaultCase } from './bad-upstream.js';
import type { RequestForm } from './request-forms.js';

export interface RequestOutcome {
  /** `performance.now()` when the client knew. */
  readonly at: number;
  /** Reported by an HTTP status, a stream event, or the state of a background response, or as a success. */
  readonly by: 'status' | 'event' | 'state' | 'success';
  /** HTTP status of the response; 0 where the client does not expose it. */
  readonly status: number;
  readonly message: string;
  /** Text, reasoning and arguments that the client got, in order. */
  readonly text: string;
  /** The last response object that was received, if any. */
  readonly response?: JsonObject;
  /** Faults that the client itself noticed. */
  readonly problems: readonly string[];
}

/** Returns the fault in the outcome of a request that could not succeed; nothing when it matches the contract. */
export function findOutcomeFaults(form: RequestForm, { phase, fault }: FaultCase, outcome: RequestOutcome): string[] {
  const wrong = [...outcome.problems];
  const expect = (condition: boolean, what: string): void => void (condition || wrong.push(what));
  expect(outcome.by !== 'success', 'a false success');
  expect(outcome.message !== '', 'an error without a message');
  expect(fault.begins === true || outcome.by === expectedBy(form, phase.reached), `reported by ${outcome.by}`);
  if (outcome.by === 'status') {
    const { status } = (form.dialect === 'messages' ? messagesDialect : responsesDialect).encodeError(
      new EngineError(fault.code, '', {
        ...(fault.isForwarded === true && { forwarded: forwardedAs(fault.name) }),
      }),
      '',
    );
    expect(outcome.status === status, `status ${outcome.status} instead of ${status}`);
  } else if (outcome.status !== 0) {
    expect(outcome.status === 200, `status ${outcome.status} of a response that had started`);
  }
  // The service buffers a call's arguments until they are known to be valid or invalid JSON, so the client may have
  // fewer.
  expect(
    phase.sentText.startsWith(outcome.text) || phase.sentText.replace('{"a":', '').startsWith(outcome.text),
    `sent ${JSON.stringify(outcome.text)}`,
  );
  // A reset may overtake what was sent before it.
  const complete = phase.sentText === 'one two' && !fault.name.includes('reset');
  if (outcome.by === 'event' && form.stream && complete)
    expect(outcome.text === 'one two', `of "one two" only ${JSON.stringify(outcome.text)}`);
  if (outcome.response !== undefined) {
    expect(outcome.response['status'] === 'failed', `a response that is ${String(outcome.response['status'])}`);
    expect(outcome.response['completed_at'] === null, 'a time of completion');
  }
  return wrong;
}

/** A fault that is passed on is named after its status. */
function forwardedAs(name: string): ForwardedError | undefined {
  const status = ([400, 404, 409, 413, 422] as const).find((known) => String(known) === name);
  return status === undefined ? undefined : { status, dialect: undefined };
}

/** Before the first event, a failure is a status; a background response is already accepted, so its state reports it. */
function expectedBy({ stream, background }: RequestForm, reached: FaultCase['phase']['reached']): RequestOutcome['by'] {
  if (background) return stream ? 'event' : 'state';
  return stream && (reached === 'output' || reached === 'reason') ? 'event' : 'status';
}
