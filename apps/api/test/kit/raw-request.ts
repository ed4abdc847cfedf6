// Requests that fetch would not send unchanged.
import { connect, type Socket } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends `text` byte for byte and reads until the server closes or a complete response with a length has arrived. */
export function rawRequest(url: string, text: string | Buffer): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    const finish = (): void => {
      socket.destroy();
      resolve(parseReply(received));
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
      const reply = parseReply(received);
      const length = reply.headers['content-length'];
      if (length !== undefined && Buffer.byteLength(reply.body) >= Number(length)) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => (received === '' ? reject(error) : finish()));
    socket.write(text);
  });
}

function parseReply(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}

/** The bytes of a POST with a JSON body. */
export function postText(url: string, path: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: new URL(url).host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}

/** Returns a socket on which a POST with a JSON body was sent, to be left open or destroyed. */
export function openPost(url: string, path: string, headers: Readonly<Record<string, string>>, body: unknown): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(postText(url, path, headers, body));
  return socket;
}
