// What the log says of a failure: our own words, codes and numbers. Never a word of a client or of an upstream.
import { constants } from 'node:os';
import { type EngineError, type ErrorCode, ModelLoadError } from '@org/engine';

/** Why a request or a job failed. */
export interface FailureFacts {
  readonly error: ErrorCode;
  /** What we say of it ourselves, where the code alone does not tell what there is to mend. */
  readonly reason: string | undefined;
  /** What the system, the network library or TLS calls it. */
  readonly cause: string | undefined;
  /** With which status an upstream refused: all of its answer that is certain to hold nobody's words. */
  readonly upstreamStatus: number | undefined;
}

/** Failures of whatever stands behind the service. The others are the client's to mend, and it was told all of it. */
const upstreamCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'upstream-failed',
  'upstream-rejected',
  'timed-out',
  'overloaded',
  'rate-limited',
]);
/** Those of them that an operator should see. */
const alarming: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'upstream-failed',
  'upstream-rejected',
  'timed-out',
  'overloaded',
]);
const maxCauses = 8;

const systemCodes: ReadonlySet<string> = new Set([...Object.keys(constants.errno), 'ENOTFOUND']);
const libraryCodes = /^(?:UND_ERR|ERR|HPE|EAI|CERT|SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO)_[A-Z_]{2,50}$/;

export function failureFacts(failure: EngineError): FailureFacts {
  const causes = causesOf(failure.cause);
  return {
    error: failure.code,
    // What stands behind a colon may quote the request: a tool's name, a path into an answer.
    reason: upstreamCodes.has(failure.code)
      ? [failure.message.split(':', 1)[0], causes.find((cause) => cause instanceof ModelLoadError)?.message]
          .filter((text) => text !== undefined)
          .join(' ')
      : undefined,
    cause: causes.map((cause) => member(cause, 'code')).find(isKnownCode),
    upstreamStatus: causes.map((cause) => member(cause, 'status')).find((status) => typeof status === 'number'),
  };
}

/** Whether it is the service, or what stands behind it, that failed. */
export function isAlarming({ code }: EngineError, status = 0): boolean {
  return status >= 500 || alarming.has(code);
}

/** A cause with the causes behind it, a few at most. */
function causesOf(first: unknown): readonly unknown[] {
  const found = [first];
  for (let at = 0; at < found.length && at < maxCauses; at += 1) {
    const cause = found[at];
    if (Array.isArray(cause)) found.push(...(cause as unknown[]));
    else if (cause instanceof Error) found.push(cause.cause);
  }
  return found;
}

function isKnownCode(code: unknown): code is string {
  return typeof code === 'string' && (systemCodes.has(code) || libraryCodes.test(code));
}

function member(value: unknown, name: 'code' | 'status'): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
