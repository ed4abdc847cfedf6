// A chat-completions upstream for load tests, as a separate process: raw sockets and prepared responses, so that it
// costs little compared with the system under load. The prompt specifies the response: `[tokens=256 gap=20]`, gap in
// milliseconds.
//
// A streamed response has one event per write, as engines send it. Every token is the time at which it was written:
// `@`, 13 digits of microseconds of the machine's monotonic clock, and a space; the reader computes its delay from
// it.
//
//   node fake-upstream.mjs [port]     prints its port
import { createServer } from 'node:net';
import { microseconds } from './monotonic-clock.mjs';

const created = 1_790_000_000;
const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
/** Bytes that may wait for a reader before its stream pauses. */
const maxWaiting = 65_536;

function chunkOf(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

function eventOf(choices, extra = {}) {
  return `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created, model: 'bench', choices, ...extra })}\n\n`;
}

const usageOf = (tokens) => ({ prompt_tokens: 12, completion_tokens: tokens, total_tokens: tokens + 12 });

const firstChunk = chunkOf(eventOf([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]));
const tokenLength = 15;
const [beforeToken, afterToken] = chunkOf(
  eventOf([{ index: 0, delta: { content: '#'.repeat(tokenLength) }, finish_reason: null }]),
).split('#'.repeat(tokenLength));

function lastChunks(tokens) {
  const events = [
    eventOf([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    eventOf([], { usage: usageOf(tokens) }),
    'data: [DONE]\n\n',
  ];
  return `${events.map(chunkOf).join('')}0\r\n\r\n`;
}

function stampedToken() {
  return `@${String(microseconds()).padStart(13, '0')} `;
}

const documents = new Map();

/** The complete non-streaming response with the given number of tokens. */
function documentOf(tokens) {
  const known = documents.get(tokens);
  if (known !== undefined) return known;
  const message = { role: 'assistant', content: Array.from({ length: tokens }, stampedToken).join('') };
  const body = JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created,
    model: 'bench',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: usageOf(tokens),
  });
  const document = Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  documents.set(tokens, document);
  return document;
}

/** Streams without a gap, one token each in turn, and streams that wait for their time. */
const eager = new Set();
const paced = new Set();

class Stream {
  constructor(socket, tokens, gap) {
    this.socket = socket;
    this.tokens = tokens;
    this.left = tokens;
    this.gap = gap;
    this.nextAt = performance.now() + gap;
    socket.write(streamHead + firstChunk, 'latin1');
  }

  /** Returns true after the last token. */
  writeToken() {
    if (this.socket.writableLength > maxWaiting) return false;
    this.left -= 1;
    this.socket.write(beforeToken + stampedToken() + afterToken, 'latin1');
    if (this.left > 0) return false;
    this.socket.write(lastChunks(this.tokens), 'latin1');
    return true;
  }
}

let running = false;

function runEager() {
  for (const stream of eager) if (stream.writeToken()) eager.delete(stream);
  if (eager.size > 0) setImmediate(runEager);
  else running = false;
}

function runPaced() {
  const now = performance.now();
  for (const stream of paced) {
    if (stream.nextAt > now) continue;
    stream.nextAt += stream.gap;
    if (stream.writeToken()) paced.delete(stream);
  }
}

setInterval(runPaced, 1);

function start(socket, tokens, gap) {
  const stream = new Stream(socket, tokens, gap);
  if (gap > 0) {
    paced.add(stream);
  } else {
    eager.add(stream);
    if (!running) setImmediate(runEager);
    running = true;
  }
  return stream;
}

const order = /\[tokens=(\d+) gap=(\d+)\]/;

function respond(socket, body) {
  const at = body.lastIndexOf('[tokens=');
  const [, tokens, gap] = order.exec(body.toString('latin1', at, at + 40)) ?? [];
  if (tokens === undefined) {
    socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
    return undefined;
  }
  if (/"stream":\s*true/.test(body.latin1Slice())) return start(socket, Number(tokens), Number(gap));
  socket.write(documentOf(Number(tokens)));
  return undefined;
}

const server = createServer({ noDelay: true }, (socket) => {
  let parts = [];
  let length = 0;
  let needed = 0;
  let bodyStart = 0;
  let stream;
  socket.on('data', (chunk) => {
    parts.push(chunk);
    length += chunk.length;
    if (needed === 0) {
      const bytes = parts.length === 1 ? chunk : Buffer.concat(parts);
      const headEnd = bytes.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      bodyStart = headEnd + 4;
      needed = bodyStart + Number(/content-length: *(\d+)/i.exec(bytes.latin1Slice(0, headEnd))?.[1] ?? 0);
    }
    if (length < needed) return;
    const request = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    const body = request.subarray(bodyStart, needed);
    length = 0;
    needed = 0;
    stream = respond(socket, body);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    eager.delete(stream);
    paced.delete(stream);
  });
});

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', 4096, () =>
  process.stdout.write(`${server.address().port}\n`),
);
