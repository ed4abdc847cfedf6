import { type DialectId, EngineError, type ForwardedError, type ToolDefinition } from '@org/engine';
import type { UpstreamMessages } from '../transport/upstream-options.js';
import { capabilityToken } from './capability-token.js';
import { cleanText } from './clean-text.js';
import { explainSchemaRejection } from './explain-schema-rejection.js';
import { forwardedHeaders } from './forwarded-headers.js';
import { createForwardedError } from './create-forwarded-error.js';
import { withModelName } from './missing-capability.js';
import { namesRequestValue } from './names-request-value.js';
import { receivedErrorOf, type ReceivedError } from './received-error.js';
import { Redactor } from './redactor.js';
import { RequestRedactor } from './request-redactor.js';
import { UnknownUpstreamModel } from './unknown-upstream-model.js';
import { effectiveStatus, toClientError } from './upstream-error.js';
import { upstreamErrorFacts } from './upstream-error-facts.js';
import { upstreamErrorText } from './upstream-error-text.js';
import { upstreamSecrets, type UpstreamIdentity } from './upstream-secrets.js';

/** The request that an upstream rejected. */
export interface RejectedRequest {
  /** The model as the client named it. */
  readonly model: string;
  /** The tools, as the client has described them. */
  readonly tools: readonly ToolDefinition[];
  /** The dialect of the upstream. Undefined: chat completions, or a package. */
  readonly dialect: DialectId | undefined;
  /** Whether the client speaks the same one. */
  readonly sameDialect: boolean;
  /** The body that was sent. */
  readonly body: object;
}

/** How one upstream's errors reach clients. */
export interface ForwardingOptions extends UpstreamIdentity {
  readonly upstreamMessages?: UpstreamMessages | undefined;
  /** The configured name of the model; absent: the client names it. */
  readonly model?: string | undefined;
}

/** Codes of errors that the client's request may have caused. */
const requestCodes: ReadonlySet<string> = new Set([
  'invalid-request',
  'unsupported',
  'context-overflow',
  'too-large',
  'upstream-rejected',
]);
const forwardedStatuses: readonly ForwardedError['status'][] = [400, 404, 409, 413, 422];

/** Passes the errors of one upstream on to clients, as far as they are about the client's own request. */
export class ErrorForwarder {
  readonly #redactor: Redactor;
  readonly #mode: UpstreamMessages;
  readonly #modelIsConfigured: boolean;

  constructor({ upstreamMessages = 'forward', model, ...identity }: ForwardingOptions) {
    this.#redactor = new Redactor(upstreamSecrets(identity));
    this.#mode = upstreamMessages;
    this.#modelIsConfigured = model !== undefined;
  }

  /** The client's error for an error of the upstream. */
  forward(error: EngineError, request: RejectedRequest): EngineError {
    const received = receivedErrorOf(error.cause);
    if (received === undefined) return withModelName(error, request.model);
    const text = upstreamErrorText(error);
    const status = this.#forwardedStatus(error, received, request);
    const redactor = new RequestRedactor(this.#redactor, request.body);
    const forwarded =
      status === undefined
        ? undefined
        : createForwardedError(received.readable, { ...request, status, mode: this.#mode, redactor });
    const capability =
      requestCodes.has(error.code) && !error.byModel
        ? capabilityToken(error, upstreamErrorFacts(error, text), text)
        : undefined;
    const ownError = explainSchemaRejection(error, request.tools) ?? asClientError(error, received, request, status);
    return this.#withoutSecrets(ownError).with({
      forwarded,
      upstreamMessage: () => forwarded?.message ?? cleanText(received.readable?.message ?? '', redactor),
      capability: capability !== undefined && redactor.accepts(capability) ? capability : undefined,
      headers: forwardedHeaders(received.headers, redactor, this.#mode),
    });
  }

  /** A text of the upstream as clients may see it; `undefined`: it has to be hidden. */
  cleanText(text: string): string | undefined {
    return cleanText(text, this.#redactor);
  }

  /** The service's own words, unless they hold a name that the upstream made of a secret. */
  #withoutSecrets(error: EngineError): EngineError {
    const { message, param = '', cause } = error;
    return this.#redactor.accepts(message) && this.#redactor.accepts(param)
      ? error
      : new EngineError(error.code, 'The upstream rejected the request as invalid.', { cause });
  }

  /** The status that the client sees; `undefined`: the error is not about its request, or malformed. */
  #forwardedStatus(
    error: EngineError,
    { status, readable }: ReceivedError,
    { body }: RejectedRequest,
  ): ForwardedError['status'] | undefined {
    if (error.byModel || readable === undefined) return undefined;
    const effective = effectiveStatus(status, readable.details);
    const own = forwardedStatuses.find((one) => one === status);
    if (own === undefined || !forwardedStatuses.some((one) => one === effective)) return undefined;
    if (effective !== 404) return own;
    const { message, details } = readable;
    const text = `${message}\n${String(details['param'])}\n${String(details['code'])}`;
    return namesRequestValue(text, body, this.#modelIsConfigured) ? own : undefined;
  }
}

/** The error with the code of the client's fault. */
function asClientError(
  error: EngineError,
  { readable }: ReceivedError,
  { sameDialect, model }: RejectedRequest,
  status: ForwardedError['status'] | undefined,
): EngineError {
  const { cause } = error;
  if (error instanceof UnknownUpstreamModel && status !== undefined)
    // Another backend may know what this one does not.
    return new EngineError('unsupported', 'The upstream does not know something that this request names.', { cause });
  if (error.code === 'upstream-failed' && status === 409)
    return new EngineError('conflict', 'The upstream reports a conflict with this request.', { cause });
  if (error.code !== 'upstream-rejected' || (!sameDialect && readable === undefined))
    return withModelName(error, model);
  return toClientError(error, sameDialect);
}
