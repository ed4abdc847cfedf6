// An upstream that speaks the messages and the responses API, with scripted responses and rejections.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { messagesOf } from './upstream-messages.mjs';
import { responsesOf } from './upstream-responses.mjs';

/**
 * @typedef {object} Reply output of the model, in this order
 * @property {string} [thinks] reasoning, with a signature or an encrypted content
 * @property {string} [text]
 * @property {{ name: string, input: object | string }[]} [calls] a string is sent unchanged
 * @property {string} [stop] stop reason of a message; default: `tool_use` after calls, otherwise `end_turn`
 * @property {object} [stopDetails] details of the stop reason of a message
 * @property {number} [silentMs] milliseconds between the head of the response and its first event
 * @property {number} [betweenMs] milliseconds before each later item of the output
 * @property {number} [withinMs] milliseconds in the middle of each text
 * @property {boolean} [keepsAlive] whether the silence contains a keep-alive event each second
 * @property {(type: string, index: number) => string} [ids] ids of the items of a response
 * @property {{ code: string, message: string }} [breaks] fails with this error after the output
 * @property {(events: object[]) => object[]} [alter] changes the events of each item of a response
 */

/**
 * @typedef {object} Rejection
 * @property {(body: any) => boolean} [when] the requests that the upstream rejects; default: all
 * @property {number} [status] default: 400
 * @property {Record<string, string>} [headers]
 * @property {object | ((body: any) => object)} body
 */

/**
 * @typedef {object} UpstreamRequest
 * @property {string} path
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {any} body
 * @property {string} text the body as the upstream received it
 * @property {number} status status of the response
 * @property {number} at milliseconds on a monotonic clock
 */

/** Starts the upstream on a free port of this machine. */
export async function startScriptedUpstream() {
  /** @type {UpstreamRequest[]} all requests for a response, oldest first */
  const requests = [];
  /** @type {Reply[]} */
  let replies = [];
  /** @type {Rejection[]} */
  let rejections = [];
  /** @type {Record<string, string>} */
  let secrets = {};

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method !== 'POST') return void sendJson(response, 200, {}, { object: 'list', data: [] });
    const path = request.url ?? '';
    const body = JSON.parse(text);
    if (path.includes('/count_tokens')) return void sendJson(response, 200, {}, { input_tokens: 1000 });
    const api = path.includes('/messages') ? messagesOf : responsesOf;
    const rejection = rejections.find(({ when = () => true }) => when(body));
    const status = rejection?.status ?? (rejection === undefined ? 200 : 400);
    requests.push({ path, headers: request.headers, body, text, status, at: performance.now() });
    if (rejection !== undefined)
      // Repeats all secrets where a careless upstream repeats them, so that a scenario finds a leak.
      return void sendJson(
        response,
        status,
        {
          ...rejection.headers,
          'x-upstream': Object.values(secrets).join(' '),
          'x-ratelimit-bucket': secrets.key ?? '',
        },
        { ...(typeof rejection.body === 'function' ? rejection.body(body) : rejection.body), upstream: secrets },
      );
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { text: 'The scenario scripted nothing.' };
    await api(reply, body, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    /**
     * Sets the next responses, in this order; the last one repeats. Removes all rejections.
     * @param {...Reply} next
     */
    play(...next) {
      requests.length = 0;
      replies = next;
      rejections = [];
    },
    /** Adds rejections; the first that matches a request applies. @param {...Rejection} added */
    reject(...added) {
      rejections.push(...added);
    },
    /** Sets what the upstream repeats in its rejections. @param {Record<string, string>} values */
    repeatSecrets(values) {
      secrets = values;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startScriptedUpstream>>} ScriptedUpstream */

function sendJson(response, status, headers, body) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
