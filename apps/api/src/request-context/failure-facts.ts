// What the log contains of a failure: the service's own messages, codes and numbers. Never text of a client, and of an
// upstream only where the operator has switched it on.
import { constants } from 'node:os';
import { type EngineError, type ErrorCode, ModelLoadError } from '@org/engine';
import { loggedPath } from './logged-path.js';
import { loggedReason } from './logged-reason.js';
import { operatorFix } from './operator-fix.js';

/** Why a request or a job failed. */
export interface FailureFacts {
  readonly error: ErrorCode;
  /** Path of the field at fault, without names of the client's own. */
  readonly param: string | undefined;
  /** The service's own message, without values of the request. */
  readonly reason: string | undefined;
  /** What the system, the network library or TLS calls it. */
  readonly cause: string | undefined;
  /** HTTP status of an upstream error: the only part of its response that certainly contains no content. */
  readonly upstreamStatus: number | undefined;
  /** The next step of the operator. */
  readonly fix: string | undefined;
  /** The upstream's own message without secrets, where the operator has switched it on. */
  readonly upstreamMessage: string | undefined;
}

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

/** `logsUpstreamMessages`: the operator's setting. */
export function failureFacts(failure: EngineError, logsUpstreamMessages = false): FailureFacts {
  const causes = causesOf(failure.cause);
  const facts = {
    error: failure.code,
    param: failure.param === undefined || failure.param === '' ? undefined : loggedPath(failure.param),
    reason: reasonOf(failure, causes),
    cause: causes.map((cause) => member(cause, 'code')).find(isKnownCode),
    upstreamStatus: causes.map((cause) => member(cause, 'status')).find((status) => typeof status === 'number'),
  };
  return {
    ...facts,
    fix: operatorFix(facts),
    upstreamMessage: logsUpstreamMessages ? failure.upstreamMessage : undefined,
  };
}

/** The message of the service, and why a model file cannot be loaded: that is about the file and this machine. */
function reasonOf(failure: EngineError, causes: readonly unknown[]): string | undefined {
  const reason = loggedReason(failure);
  const loadError =
    failure.code === 'upstream-failed' ? causes.find((cause) => cause instanceof ModelLoadError) : undefined;
  return loadError === undefined ? reason : `${reason ?? ''} ${loadError.message}`.trim();
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
