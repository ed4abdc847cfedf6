// Whether what was recorded of a request is what the upstream generated. Pure.
import { countsOf } from './usage-upstream.mjs';

/**
 * @typedef {import('./usage-upstream.mjs').Counts & { estimated: boolean }} Recorded
 * @typedef {Record<string, Recorded>} Records records by source: client, store, log
 */

/** @returns {Recorded} */
export function ofMessage(usage) {
  return {
    prompt: usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
    cached: usage.cache_read_input_tokens,
    completion: usage.output_tokens,
    reasoning: usage.output_tokens_details.thinking_tokens,
    estimated: usage.estimated === true,
  };
}

/** @returns {Recorded} */
export function ofResponse(usage) {
  return {
    prompt: usage.input_tokens,
    cached: usage.input_tokens_details.cached_tokens,
    completion: usage.output_tokens,
    reasoning: usage.output_tokens_details.reasoning_tokens,
    estimated: usage.estimated === true,
  };
}

/** The usage in a log line; undefined when the request got no response. @returns {Recorded | undefined} */
export function ofLog(line) {
  if (line?.outputTokens === undefined) return undefined;
  return {
    prompt: line.inputTokens,
    cached: line.cachedInputTokens,
    completion: line.outputTokens,
    reasoning: line.reasoningTokens,
    estimated: line.usageEstimated === true,
  };
}

/** Number of deltas that a client has received. */
export function countDeltas(events) {
  return events.filter(({ type, delta }) =>
    type === 'content_block_delta' ? delta.type !== 'signature_delta' : /\.delta$/.test(type),
  ).length;
}

/** @param {Records} records */
export function judgeCompleted(plan, account, records) {
  const generated = plan.reasoning + plan.text + plan.call;
  const truth = { ...countsOf(plan, generated), estimated: false };
  // Usage that an upstream never reports can only be counted as it arrives.
  const untold = { prompt: 0, cached: 0, completion: generated, reasoning: plan.reasoning, estimated: true };
  const expected = plan.report === 'none' ? untold : truth;
  const wrong = account.whole ? [] : ['a success that the upstream never finished'];
  if (Object.keys(records).length === 0) wrong.push('nothing is recorded');
  for (const [keeper, record] of Object.entries(records))
    if (!same(record, expected)) wrong.push(`${keeper} has ${text(record)} and not ${text(expected)}`);
  return wrong;
}

/**
 * @param {Records} records
 * @param {number} seen chunks that the client received before it disconnected
 */
export function judgeAborted(plan, account, records, seen) {
  const wrong = [];
  const entries = Object.entries(records);
  for (const [keeper, record] of entries) {
    const [[, first]] = entries;
    if (!same(record, first)) wrong.push(`${keeper} has ${text(record)} and ${entries[0][0]} ${text(first)}`);
    if (record.completion < seen)
      wrong.push(`${keeper} has ${text(record)} although the client received ${seen} chunks`);
    if (record.estimated) {
      const reported = plan.report === 'continuous' || plan.report === 'document';
      // A reset discards what has not been read: where nothing arrived, no report did.
      const arrived = seen > 0 || record.completion > 0;
      if (reported && arrived) wrong.push(`${keeper} has ${text(record)} although the upstream reported its usage`);
      if (record.completion > account.generated)
        wrong.push(`${keeper} has ${text(record)}, the upstream generated ${account.generated}`);
    } else if (!account.reports.some((report) => same({ ...report, estimated: false }, record))) {
      wrong.push(`${keeper} has ${text(record)}, which the upstream never reported`);
    }
  }
  if (entries.length === 0 && seen > 0) wrong.push(`nothing is recorded although the client received ${seen} chunks`);
  return wrong;
}

function same(one, other) {
  return ['prompt', 'cached', 'completion', 'reasoning', 'estimated'].every((field) => one[field] === other[field]);
}

function text({ prompt, cached, completion, reasoning, estimated }) {
  return `${prompt} (${cached} cached) + ${completion} (${reasoning} reasoning)${estimated ? ' estimated' : ''}`;
}
