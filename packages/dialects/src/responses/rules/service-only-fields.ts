/** What is between the client and this service, frames of a WebSocket included: no upstream is told of it. */
export const serviceOnlyFields: ReadonlySet<string> = new Set([
  'stream',
  'stream_options',
  'background',
  'background_options',
  'conversation',
  'type',
  'generate',
  'stream_id',
]);
