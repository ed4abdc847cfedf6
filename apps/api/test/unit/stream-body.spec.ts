import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { array, assert, asyncProperty, boolean, constantFrom, oneof, string, tuple } from 'fast-check';
import { StreamBody } from '#src/http/reply/stream-body.js';

type Respond = (body: StreamBody, raw: ServerResponse) => Promise<void> | void;

let server: Server;
let respond: Respond;

beforeAll(async () => {
  server = createServer((_, raw) => {
    const body = new StreamBody(raw);
    raw.writeHead(200, body.headers);
    void Promise.resolve(respond(body, raw)).then(() => raw.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const port = (): number => (server.address() as AddressInfo).port;
const url = (): string => `http://127.0.0.1:${port()}/`;

/** Returns all bytes that arrive for this request until the server closes the connection or pauses. */
async function bytesFor(request: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1').setEncoding('latin1');
  let all = '';
  socket.on('data', (text: string) => (all += text));
  socket.write(request);
  await Promise.race([once(socket, 'close'), pause(300)]);
  socket.destroy();
  return all;
}

const bodyOf = (reply: string): string => reply.slice(reply.indexOf('\r\n\r\n') + 4);

describe('the body of a stream', () => {
  it('arrives as it was written, whatever is in it and however it is divided', async () => {
    const chunk = oneof(
      string({ minLength: 1, unit: 'binary' }),
      constantFrom('\ud800', '\r\n', '0\r\n\r\n', 'ü'.repeat(20_000)),
      string({ minLength: 1 }).map((text) => Buffer.from(text)),
    );
    await assert(
      asyncProperty(array(tuple(chunk, boolean()), { minLength: 1, maxLength: 12 }), async (chunks) => {
        respond = async (body) => {
          for (const [text, pausesAfter] of chunks) {
            const full = body.write(text);
            if (full !== undefined) await once(full, 'drain');
            if (pausesAfter) await pause(0);
          }
        };
        const expected = Buffer.concat(chunks.map(([text]) => Buffer.from(text)));
        expect(Buffer.from(await (await fetch(url())).arrayBuffer()).equals(expected)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('is framed, and each write after the first is one chunk', async () => {
    respond = async (body) => {
      body.write('one');
      await pause(10);
      body.write('zwölf');
    };
    expect(bodyOf(await bytesFor('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))).toBe(
      '3\r\none\r\n6\r\nzw\u00c3\u00b6lf\r\n0\r\n\r\n',
    );
  });

  it('is not framed for an HTTP/1.0 client, whose connection ends with it', async () => {
    respond = (body) => {
      body.write('one');
      body.write('two');
    };
    const reply = await bytesFor('GET / HTTP/1.0\r\n\r\n');
    expect(reply).not.toContain('transfer-encoding');
    expect(bodyOf(reply)).toBe('onetwo');
  });

  it('is not there for HEAD', async () => {
    respond = (body) => {
      body.write('one');
      body.write('two');
    };
    expect(bodyOf(await bytesFor('HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))).toBe('');
  });

  it('waits for the earlier responses of its connection', async () => {
    let count = 0;
    respond = async (body) => {
      const mine = (count += 1);
      await pause(mine === 1 ? 50 : 0);
      body.write(`${mine}a`);
      await pause(mine === 1 ? 50 : 0);
      body.write(`${mine}b`);
    };
    const one = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    const [, first, second] = (await bytesFor(one + one)).split('HTTP/1.1 200 OK');
    expect(bodyOf(first ?? '')).toBe('2\r\n1a\r\n2\r\n1b\r\n0\r\n\r\n');
    expect(bodyOf(second ?? '')).toBe('2\r\n2a\r\n2\r\n2b\r\n0\r\n\r\n');
  });

  it('signals backpressure and its end', async () => {
    const seen: string[] = [];
    respond = async (body) => {
      body.write('head');
      let full;
      while (full === undefined) {
        full = body.write('x'.repeat(16_384));
        await pause(0);
      }
      seen.push('full');
      await once(full, 'drain');
      seen.push('drained');
    };
    const socket = connect(port(), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    while (seen.length === 0) await pause(5);
    expect(seen).toEqual(['full']);
    socket.resume();
    await once(socket, 'close');
    expect(seen).toEqual(['full', 'drained']);
  });
});
