/** The trace of a request, as defined by W3C Trace Context. Contains only well-formed values. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const parentForm = /^([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const maxTraceparentLength = 512;
const memberForm = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const maxMembers = 32;
const maxTracestateLength = 2048;

/**
 * Reads the trace headers of the client. Missing when they are malformed; a valid parent with an invalid state
 * retains the parent.
 */
export function readTraceContext(parent: unknown, state: unknown): TraceContext | undefined {
  const traceparent = typeof parent === 'string' ? normalParent(parent) : undefined;
  if (traceparent === undefined) return undefined;
  const tracestate = typeof state === 'string' ? normalState(state) : undefined;
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
}

/** The id of the trace itself. */
export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice('00-'.length, -'-0123456789abcdef-00'.length);
}

/**
 * The headers of an outgoing request with this trace. Where the service records no span it forwards the received
 * parent: an unrecorded parent would split the trace in two.
 */
export function traceHeaders(trace: TraceContext | undefined): Readonly<Record<string, string>> {
  return trace === undefined ? {} : { ...trace };
}

/** Normalizes an unknown version to the known one, from the fields and the one flag that both share. */
function normalParent(text: string): string | undefined {
  if (text.length > maxTraceparentLength) return undefined;
  const [, version, traceId, parentId, flags = '', rest] = parentForm.exec(text) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00') return rest === undefined ? text : undefined;
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & 1}`;
}

function normalState(text: string): string | undefined {
  if (text.length > maxTracestateLength) return undefined;
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  const keys = new Set(members.map((member) => member.split('=', 1)[0]));
  const traceparentPattern =
    members.length > 0 &&
    members.length <= maxMembers &&
    keys.size === members.length &&
    members.every((member) => memberForm.test(member));
  return traceparentPattern ? members.join(',') : undefined;
}
