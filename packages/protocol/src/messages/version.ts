// The dialect is versioned by a header. Both generations are in use: SDKs before 1.0 send the first, later ones the second.

/** Values of the version header that this protocol describes, oldest first. */
export const messagesVersions = ['2023-06-01', '2026-10-21'] as const;

/**
 * A generation of the dialect. From `2026-10-21` on a request with `temperature`, `top_p` or `top_k`, a `document`
 * directly in an assistant message, or a text block with citations in a user message is refused.
 */
export type MessagesVersion = (typeof messagesVersions)[number];

/** Names of the version header, the one that wins first. Unmodified clients send only the second. */
export const messagesVersionHeaders = ['vendor-version', 'anthropic-version'] as const;

/** Comma-separated names of optional features. Unknown names are ignored. */
export const messagesBetaHeader = 'anthropic-beta';

/** The id of one exchange; every answer carries it. */
export const messagesRequestIdHeader = 'request-id';

/** Whether `value` names a supported generation. */
export function isMessagesVersion(value: string): value is MessagesVersion {
  return (messagesVersions as readonly string[]).includes(value);
}
