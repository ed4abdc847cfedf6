// What the log contains of a failure: the service's own messages, codes and numbers. Never text of a client or of an
// upstream.
import { constants } from 'node:os';
import { type EngineError, type ErrorCode, ModelLoadError } from '@org/engine';

/** Why a request or a job failed. */
export interface FailureFacts {
  readonly error: ErrorCode;
  /** The service's own message, where the code alone does not show what to fix. */
  readonly reason: string | undefined;
  /** What the system, the network library or TLS calls it. */
  readonly cause: string | undefined;
  /** HTTP status of an upstream error: the only part of its response that certainly contains no content. */
  readonly upstreamStatus: number | undefined;
}

/** Failures of upstreams and other dependencies. The client has to fix the others, and receives their full message. */
const upstreamCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'upstream-failed',
  'upstream-rejected',
  'timed-out',
  'overloaded',
  'rate-limited',
]);
/** The failures that an operator should see. */
const errorLevelCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
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
    // Text after a colon may quote the request: the name of a tool, a path in a response.
    reason: upstreamCodes.has(failure.code)
      ? [failure.message.split(':', 1)[0], causes.find((cause) => cause instanceof ModelLoadError)?.message]
          .filter((text) => text !== undefined)
          .join(' ')
      : undefined,
    cause: causes.map((cause) => member(cause, 'code')).find(isKnownCode),
    upstreamStatus: causes.map((cause) => member(cause, 'status')).find((status) => typeof status === 'number'),
  };
}

/** Whether the service or one of its dependencies failed. */
export function isServiceFault({ code }: EngineError, status = 0): boolean {
  return status >= 500 || errorLevelCodes.has(code);
}

/** A cause with its own causes, limited to a few. */
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
