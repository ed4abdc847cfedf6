/**
 * The rules of a message stream, each derived from how clients react to a violation:
 *
 * - `message-start-first`, `message-start-once`, `message-start-empty`: one `message_start` opens the stream, with
 *   id,
 *   role and model, no content and no stop reason.
 * - `usage-counts`: usage objects are present, their counts are numbers, and totals never decrease.
 * - `block-index`: blocks count 0, 1, 2 without gap or reuse. `block-one-open`: they never overlap.
 * - `block-starts-empty`: members filled by deltas start empty. `block-no-null`: no member of a block is null.
 * - `delta-in-block`: deltas and stops name the open block. `delta-fits-block`: a delta matches its block's type.
 * - `signature-single-last`: a thinking block ends with exactly one signature.
 * - `tool-input-object`: the deltas of tool input form one JSON object, unless the response was truncated.
 * - `message-delta-after-blocks`: it follows the last closed block, and no block follows it.
 * - `stop-reason-set`: the last `message_delta` has one. `stop-reason-fits`: `tool_use` occurs with client tool
 *   calls.
 * - `content-not-empty`: a response that ended by itself has content.
 * - `nothing-after-end`: the stream ends after `message_stop` or `error`. `complete`: and it has one of them.
 * - `error-shape`: an error has a type and a message. `known-type`: events, blocks and deltas have known types.
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
