// A chat-completions upstream with configurable faults that counts its requests.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {'well' | 'resets' | 'fails' | 'is busy' | 'is silent' | 'is gone'} Mood */

/** The last word of each response. */
export const lastWord = 'that-is-all';
/** The retry-after value of a busy upstream, in seconds. */
const retryAfterSeconds = 2;

const words = ['this', 'is', 'an', 'answer', 'and', lastWord];
const wordGapMs = 10;

/** Starts it on a free port of this machine, which stays the same. */
export async function startFlakyUpstream() {
  /** @type {Mood} */
  let mood = 'well';
  let asked = 0;
  let responseCount = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') asked += 1;
    switch (mood) {
      case 'well':
        if (request.method === 'POST') void respond(response);
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
        return;
      case 'resets':
        request.socket.resetAndDestroy();
        return;
      case 'fails':
        response.writeHead(500).end('no');
        return;
      case 'is busy':
        response.writeHead(429, { 'retry-after': String(retryAfterSeconds) }).end('slowly');
        return;
      case 'is silent':
      case 'is gone':
        return;
    }
  });
  server.keepAliveTimeout = 60_000;
  await listen(0);
  const { port } = server.address();

  async function listen(at) {
    server.listen(at, '127.0.0.1', 4096);
    await once(server, 'listening');
  }

  async function respond(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const word of words) {
      response.write(chunkOf({ content: `${word} ` }));
      await pause(wordGapMs);
    }
    response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`);
    responseCount += 1;
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Generations that it was asked for. */
    get asked() {
      return asked;
    },
    /** Number of completed responses. */
    get responseCount() {
      return responseCount;
    },
    /**
     * Responses in progress continue, unless the port closes.
     * @param {Mood} next
     */
    async become(next) {
      if (next === 'is gone') await shut();
      else if (mood === 'is gone') await listen(port);
      // Stalled clients must not wait forever.
      else if (mood === 'is silent') server.closeAllConnections();
      mood = next;
    },
    close: shut,
  };

  async function shut() {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

/** @typedef {Awaited<ReturnType<typeof startFlakyUpstream>>} FlakyUpstream */

function chunkOf(delta, finishReason = null) {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'moody', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}
