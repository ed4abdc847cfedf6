// Verifies that a request that could not succeed ended once, correctly, and without upstream text. Pure functions.
import { readFrames } from './sse-frames.mjs';

const ends = new Set(['message_stop', 'error', 'response.completed', 'response.incomplete', 'response.failed']);

/** Statuses of a response that never started, by the expected outcome of the fault. */
const statuses = {
  messages: {
    'upstream-failed': 502,
    'upstream-rejected': 502,
    'timed-out': 504,
    overloaded: 529,
    'rate-limited': 429,
  },
  responses: {
    'upstream-failed': 502,
    'upstream-rejected': 502,
    'timed-out': 504,
    overloaded: 503,
    'rate-limited': 429,
  },
};

/**
 * The faults of the reply, and the response in it if there is one.
 * @param {{ dialect: 'messages' | 'responses', stream: boolean, background: boolean }} form
 * @param {import('./bad-upstream.mjs').FaultCase} asked
 * @param {import('./http-call.mjs').Reply} reply
 * @returns {{ wrong: string[], response?: any }}
 */
export function judgeReply(form, { phase, fault }, reply) {
  if (reply.status !== 200) {
    const { error } = reply.json();
    // A fault that is passed on is named after its status.
    const expected = fault.isForwarded === true ? Number(fault.name) : statuses[form.dialect][fault.code];
    const wrong = reply.status === expected ? [] : [`status ${reply.status} and not ${expected}`];
    if (typeof error?.message !== 'string' || error.message === '') wrong.push('an error without a message');
    if (form.background) wrong.push('a background response that was not accepted');
    return { wrong };
  }
  if (!form.stream) {
    const response = reply.json();
    return form.background
      ? { wrong: [], response }
      : { wrong: [`a false success: ${reply.text.slice(0, 200)}`], response };
  }
  return judgeStream(
    form,
    { ...phase, begun: fault.begins === true || phase.reached === 'output' || phase.reached === 'reason' },
    reply.text,
  );
}

function judgeStream(form, phase, text) {
  const { frames, events, done } = readFrames(text);
  const wrong = [];
  if (frames.map((frame) => frame.text).join('') !== text) wrong.push('half a frame at the end');
  if (form.dialect === 'responses' && (!done || frames.at(-1).event !== undefined)) wrong.push('no [DONE] at the end');
  // An error announces the response that failed.
  const count = events.filter(
    ({ type }, index) => ends.has(type) && !(type === 'error' && events[index + 1]?.type === 'response.failed'),
  ).length;
  const last = events.at(-1);
  if (count !== 1 || !ends.has(last?.type)) wrong.push(`${count} endings, ${last?.type} the last`);
  if (last?.type !== 'error' && last?.type !== 'response.failed') wrong.push(`a false success: ${last?.type}`);
  if (!form.background && !phase.begun && last?.type === 'response.failed')
    wrong.push('a response that was not started');
  const outputText = events
    .map(({ type, delta }) =>
      type === 'content_block_delta'
        ? (delta.text ?? delta.thinking ?? delta.partial_json ?? '')
        : /(?:text|arguments)\.delta$/.test(type)
          ? delta
          : '',
    )
    .join('');
  if (!phase.sentText.startsWith(outputText)) wrong.push(`sent ${JSON.stringify(outputText)}`);
  return { wrong, ...(last?.response === undefined ? {} : { response: last.response }) };
}

/** What is wrong with a response that ended, as its client or the store has it. */
export function judgeResponse({ status, error, completed_at: completedAt }) {
  const wrong = [];
  if (status !== 'failed') wrong.push(`a response that is ${status}`);
  if (typeof error?.message !== 'string' || error.message === '') wrong.push('a failure without a message');
  if (completedAt !== null) wrong.push('a time of completion');
  return wrong;
}
