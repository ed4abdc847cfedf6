// A chat-completions upstream with scripted responses that records the outcome of every request.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { replyChunks, orderOf } from './response-script.mjs';

/**
 * @typedef {object} UpstreamRequest
 * @property {string} tag
 * @property {number} openedAt `performance.now()` when the upstream had read the body
 * @property {number | undefined} firstAt when the upstream sent the first word
 * @property {number | undefined} finishedAt when the upstream had sent the complete response
 * @property {number | undefined} abortedAt when the connection ended before that
 */

/** Starts an upstream on a free port of this machine. */
export async function startScriptedUpstream() {
  /** @type {UpstreamRequest[]} */
  const log = [];
  const open = new Set();
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
      return;
    }
    void serve(request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');

  async function serve(request, response) {
    const messages = toMessages((await json(request)).messages);
    const { tag, headers, first, gap, last, call } = orderOf(messages.at(-1).text);
    /** @type {UpstreamRequest} */
    const entry = { tag, openedAt: performance.now(), firstAt: undefined, finishedAt: undefined, abortedAt: undefined };
    log.push(entry);
    open.add(entry);
    const disconnected = new AbortController();
    response.on('close', () => {
      open.delete(entry);
      if (entry.finishedAt !== undefined) return;
      entry.abortedAt = performance.now();
      disconnected.abort();
    });
    const wait = (ms) => (ms === 0 ? undefined : pause(ms, undefined, { signal: disconnected.signal }));
    try {
      await wait(headers);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunkOf({ role: 'assistant', content: '' }));
      await wait(first);
      const words = replyChunks(messages);
      entry.firstAt = performance.now();
      const chunks = call === 0 ? words.map((word) => chunkOf({ content: word })) : callChunks(words);
      if (gap === 0) response.write(chunks.join(''));
      else
        for (const delta of chunks) {
          response.write(delta);
          await wait(gap);
        }
      await wait(last);
      entry.finishedAt = performance.now();
      response.end(`${chunkOf({}, call === 0 ? 'stop' : 'tool_calls')}${usageOf(messages, words)}data: [DONE]\n\n`);
    } catch {
      // The client went away during a pause; the close above wrote it down.
    }
  }

  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    log,
    /** Requests in progress. */
    get open() {
      return open.size;
    },
    /** @param {string} tag */
    requestsOf: (tag) => log.filter((entry) => entry.tag === tag),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startScriptedUpstream>>} ScriptedUpstream */

function toMessages(messages) {
  return messages.map(({ role, content }) => ({
    role,
    text: typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''),
  }));
}

/** A call whose arguments are an object with one string: the words. */
function callChunks(words) {
  const chunk = (delta) => chunkOf({ tool_calls: [{ index: 0, ...delta }] });
  return [
    chunk({ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"said":"' } }),
    ...words.map((word) => chunk({ function: { arguments: word } })),
    chunk({ function: { arguments: '"}' } }),
  ];
}

function chunkOf(delta, finishReason = null) {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

function usageOf(messages, words) {
  const usage = {
    prompt_tokens: messages.length,
    completion_tokens: words.length,
    total_tokens: messages.length + words.length,
  };
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [], usage })}\n\n`;
}
