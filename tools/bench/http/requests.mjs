// The requests of the loads, ready to be written to a socket.
import { messagesRequest, responsesRequest } from '../large-request.mjs';

/** @typedef {'messages' | 'responses'} DialectName */
/** @typedef {{ tokens: number, gap?: number }} Order the response that the upstream generates */

const orderText = ({ tokens, gap = 0 }) => `Please answer. [tokens=${tokens} gap=${gap}]`;

const system = 'You are a helpful assistant.';

function shortBody(dialect, order, { stream, store }) {
  const streamed = stream ? { stream: true } : {};
  if (dialect === 'messages') {
    return {
      model: 'bench',
      max_tokens: 1024,
      system,
      messages: [{ role: 'user', content: orderText(order) }],
      ...streamed,
    };
  }
  return { model: 'bench', max_output_tokens: 1024, instructions: system, input: orderText(order), store, ...streamed };
}

/** 40 turns and 18 tools, about 103 KB. */
function largeBody(dialect, order) {
  if (dialect === 'messages') {
    const body = messagesRequest();
    body.messages.at(-1).content.push({ type: 'text', text: orderText(order) });
    return body;
  }
  const body = responsesRequest();
  body.input.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: orderText(order) }] });
  return body;
}

/**
 * @param {object} target
 * @param {URL} target.url
 * @param {string} target.key
 * @param {object} what
 * @param {DialectName} what.dialect
 * @param {Order} what.order
 * @param {boolean} [what.large]
 * @param {boolean} [what.stream]
 * @param {boolean} [what.store] default false
 */
export function requestOf({ url, key }, { dialect, order, large = false, stream = false, store = false }) {
  const body = JSON.stringify(large ? largeBody(dialect, order) : shortBody(dialect, order, { stream, store }));
  return post(
    url,
    `/v1/${dialect}`,
    { authorization: `Bearer ${key}`, 'vendor-version': '2023-06-01', 'anthropic-version': '2023-06-01' },
    body,
  );
}

/** The same question to the upstream itself. */
export function directRequest(url, order) {
  return post(
    url,
    '/v1/chat/completions',
    {},
    JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: orderText(order) }] }),
  );
}

function post(url, path, headers, body) {
  const lines = Object.entries({
    host: url.host,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
