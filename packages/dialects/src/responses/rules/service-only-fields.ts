/**
 * Fields between the client and this service, including WebSocket frame fields, which the service sends to no
 * upstream.
 */
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
