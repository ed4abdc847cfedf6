/**
 * The rules of a message stream, each from what clients do when it is broken:
 *
 * - `message-start-first`, `message-start-once`, `message-start-empty`: one `message_start` opens the stream, with id,
 *   role and model, no content and no stop reason.
 * - `usage-counts`: usage objects are there, their counts are numbers, and totals never fall.
 * - `block-index`: blocks count 0, 1, 2 without gap or reuse. `block-one-open`: they never overlap.
 * - `block-starts-empty`: what deltas bring is empty at first. `block-no-null`: no member of a block is null.
 * - `delta-in-block`: deltas and stops name the open block. `delta-fits-block`: a delta is of its block's kind.
 * - `signature-single-last`: a thinking block ends with exactly one signature.
 * - `tool-input-object`: the pieces of tool input make one JSON object, unless the answer was cut.
 * - `message-delta-after-blocks`: it comes when all blocks are closed, and no block follows.
 * - `stop-reason-set`: the last `message_delta` has one. `stop-reason-fits`: `tool_use` goes with client tool calls.
 * - `content-not-empty`: an answer that ended by itself shows something.
 * - `nothing-after-end`: the stream is over after `message_stop` or `error`. `complete`: and it has one of them.
 * - `error-shape`: an error has a type and a message. `known-type`: events, blocks and deltas are of known kinds.
 */
export type GrammarRule =
  | 'message-start-first'
  | 'message-start-once'
  | 'message-start-empty'
  | 'usage-counts'
  | 'block-index'
  | 'block-one-open'
  | 'block-starts-empty'
  | 'block-no-null'
  | 'delta-in-block'
  | 'delta-fits-block'
  | 'signature-single-last'
  | 'tool-input-object'
  | 'message-delta-after-blocks'
  | 'stop-reason-set'
  | 'stop-reason-fits'
  | 'content-not-empty'
  | 'nothing-after-end'
  | 'complete'
  | 'error-shape'
  | 'known-type';
