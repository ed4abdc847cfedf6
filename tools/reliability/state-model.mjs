// What one owner's state has to be after what they did: the reference that the service is compared with.
import { replyChunks } from './response-script.mjs';

/**
 * @typedef {import('./response-script.mjs').SaidMessage} SaidMessage
 *
 * @typedef {object} ModelResponse
 * @property {string} id
 * @property {string | undefined} previousId
 * @property {SaidMessage[]} said what this turn added: what was asked, and the answer
 * @property {string | undefined} wire the response as it was delivered; undefined while it runs
 * @property {boolean} background
 *
 * @typedef {{ id: string, message: SaidMessage }} ModelItem
 * @typedef {{ id: string, metadata: Record<string, string>, items: ModelItem[] }} ModelConversation
 */

export class StateModel {
  /** @type {Map<string, ModelResponse>} */
  responses = new Map();
  /** @type {Map<string, ModelConversation>} */
  conversations = new Map();
  /** Ids of what was deleted. @type {string[]} */
  gone = [];

  /**
   * What the turns up to this one said, oldest first. Undefined when one of them is not there.
   * @param {string} id
   * @returns {SaidMessage[] | undefined}
   */
  chain(id) {
    const response = this.responses.get(id);
    if (response === undefined) return undefined;
    const earlier = response.previousId === undefined ? [] : this.chain(response.previousId);
    return earlier === undefined ? undefined : [...earlier, ...response.messages];
  }

  /**
   * What the model has to answer.
   * @param {readonly SaidMessage[]} earlier
   * @param {string} prompt
   */
  expectedReply(earlier, prompt) {
    return replyChunks([...earlier, { role: 'user', text: prompt }]).join('');
  }

  /** @param {ModelResponse} response */
  add(response) {
    this.responses.set(response.id, response);
  }

  /** @param {string} id */
  deleteResponse(id) {
    this.responses.delete(id);
    this.gone.push(id);
  }

  /** @param {string} id */
  deleteConversation(id) {
    this.conversations.delete(id);
    this.gone.push(id);
  }
}

/**
 * A page as the service has to cut it.
 * @template {{ id: string }} T
 * @param {readonly T[]} items oldest first
 * @param {{ order: 'asc' | 'desc', limit: number, after?: string }} request
 */
export function pageOf(items, { order, limit, after }) {
  const ordered = order === 'asc' ? [...items] : items.toReversed();
  const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const page = ordered.slice(start, start + limit);
  return { ids: page.map(({ id }) => id), hasMore: start + limit < ordered.length };
}
