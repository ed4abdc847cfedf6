import { objectOf, readTraceContext, type TraceContext } from '@org/engine';

/** Frames have no headers: Codex puts those of its trace into the metadata. */
export function traceOfFrame({
  client_metadata: metadata,
}: Readonly<Record<string, unknown>>): TraceContext | undefined {
  const { ws_request_header_traceparent: parent, ws_request_header_tracestate: state } = objectOf(metadata);
  return readTraceContext(parent, state);
}
