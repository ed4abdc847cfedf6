// The expected state of one owner after its operations: the reference for the service.
import { replyChunks } from './response-script.mjs';

/**
 * @typedef {import('./response-script.mjs').ScriptedMessage} ScriptedMessage
 *
 * @typedef {object} ModelResponse
 * @property {string} id
 * @property {string | undefined} previousId
 * @property {ScriptedMessage[]} messages messages that this turn added: input and output
 * @property {string | undefined} payload the response as delivered; undefined while it runs
 * @property {boolean} background
 *
 * @typedef {{ id: string, message: ScriptedMessage }} ModelItem
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
   * The messages of the turns up to this one, oldest first. Undefined when one of them is missing.
   * @param {string} id
   * @returns {ScriptedMessage[] | undefined}
   */
  chain(id) {
    const response = this.responses.get(id);
    if (response === undefined) return undefined;
    const earlier = response.previousId === undefined ? [] : this.chain(response.previousId);
    return earlier === undefined ? undefined : [...earlier, ...response.messages];
  }

  /**
   * The expected completion of the model.
   * @param {readonly ScriptedMessage[]} earlier
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
 * The expected page of a list.
 * @template {{ id: string }} T
 * @param {readonly T[]} items items in order, oldest first
 * @param {{ order: 'asc' | 'desc', limit: number, after?: string }} request
 */
export function pageOf(items, { order, limit, after }) {
  const ordered = order === 'asc' ? [...items] : items.toReversed();
  const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const page = ordered.slice(start, start + limit);
  return { ids: page.map(({ id }) => id), hasMore: start + limit < ordered.length };
}
