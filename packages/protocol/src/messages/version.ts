// A header selects the version of the dialect. Both versions are in use: SDKs before 1.0 send the first, later ones
// the second.

/** Values of the version header that this protocol describes, oldest first. */
export const messagesVersions = ['2023-06-01', '2026-10-21'] as const;

/**
 * A version of the dialect. From `2026-10-21` on the service rejects a request with `temperature`, `top_p` or
 * `top_k`, a `document` directly in an assistant message, or a text block with citations in a user message.
 */
export type MessagesVersion = (typeof messagesVersions)[number];

/** Names of the version header, in order of precedence. Unmodified clients send only the second. */
export const messagesVersionHeaders = ['vendor-version', 'anthropic-version'] as const;

/** Comma-separated names of optional features. Unknown names are ignored. */
export const messagesBetaHeader = 'anthropic-beta';

/** ID of one request; every response includes it. */
export const messagesRequestIdHeader = 'request-id';

/** Whether `value` names a supported generation. */
export function isMessagesVersion(value: string): value is MessagesVersion {
  return (messagesVersions as readonly string[]).includes(value);
}
