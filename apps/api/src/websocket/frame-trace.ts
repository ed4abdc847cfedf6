import { readTraceContext, type TraceContext } from '@org/engine/ports/trace-context';

/** Frames have no headers: Codex puts those of its trace into the metadata. */
export function traceOf({ client_metadata: metadata }: Readonly<Record<string, unknown>>): TraceContext | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const { ws_request_header_traceparent: parent, ws_request_header_tracestate: state }: { readonly ws_request_header_traceparent?: unknown; readonly ws_request_header_tracestate?: unknown } = metadata;
  return readTraceContext(parent, state);
}
