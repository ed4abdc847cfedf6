// The output of the scripted upstream, as a pure function of its request: the ground truth of every check.
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Order the response that a prompt requests from the upstream
 * @property {string} tag identifies the request, in the response and in the upstream's log
 * @property {number} words number of words in the response
 * @property {number} headers milliseconds until the response headers
 * @property {number} first milliseconds from the headers until the first word
 * @property {number} gap milliseconds between words
 * @property {number} last milliseconds between the last word and the end
 * @property {number} call 1 sends the words in the arguments of a call
 */

/** @typedef {{ role: string, text: string }} ScriptedMessage */

const order = /#tag=([\w.-]+) words=(\d+) headers=(\d+) first=(\d+) gap=(\d+) last=(\d+) call=([01])/g;

/**
 * The prompt of an order. Omitted delays are zero.
 * @param {Partial<Order> & { tag: string }} wanted
 */
export function promptOf({ tag, words = 3, headers = 0, first = 0, gap = 0, last = 0, call = 0 }) {
  return `#tag=${tag} words=${words} headers=${headers} first=${first} gap=${gap} last=${last} call=${call}`;
}

/**
 * The last order in a text, because a service may join a prompt with earlier messages.
 * @param {string} prompt
 * @returns {Order}
 */
export function orderOf(prompt) {
  const [, tag, ...numbers] = [...prompt.matchAll(order)].at(-1) ?? [undefined, 'untagged', 3, 0, 0, 0, 0, 0];
  const [words, headers, first, gap, last, call] = numbers.map(Number);
  return { tag, words, headers, first, gap, last, call };
}

/**
 * The completion, word by word. The last word identifies the conversation that the upstream received, so that a wrong
 * or missing context is visible.
 * @param {readonly ScriptedMessage[]} messages all messages, with the requesting one last
 */
export function replyChunks(messages) {
  const { tag, words } = orderOf(messages.at(-1)?.text ?? '');
  const chunks = Array.from({ length: words }, (_, index) => `${tag}.${index} `);
  return [...chunks, digestOf(messages)];
}

/**
 * A digest of the messages that an upstream received. A service may join adjacent messages of one role and choose the
 * white space between them, so both are ignored.
 * @param {readonly ScriptedMessage[]} messages
 */
export function digestOf(messages) {
  let text = '';
  let turns = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== messages[index - 1]?.role) {
      turns += 1;
      text += `\0${message.role}\0`;
    }
    text += message.text.replaceAll(/\s+/g, '');
  }
  return `seen:${turns}:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
