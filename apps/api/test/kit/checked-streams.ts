// Validates every event stream of a test service against its dialect's grammar, in addition to the test's own checks.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { accumulateMessages, MessageGrammar, type MessageStreamEvent } from '@org/protocol/messages';
import { accumulateResponses, ResponseGrammar, type ResponseStreamEvent } from '@org/protocol/responses';
import { SseParser, sseDone } from '@org/protocol/sse';

export interface CheckedStreams {
  /** How many streams were sent. */
  readonly count: number;
  /** Throws when a stream violated a rule. */
  assert(): void;
}

export function checkStreams(server: Server): CheckedStreams {
  const faults: string[] = [];
  let count = 0;
  const taps = new WeakMap<Socket, Set<(text: string) => void>>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    let sent = '';
    let stream = false;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    // Headers that are given here are not among those that the response can be asked for.
    response.writeHead = ((...args: unknown[]) => {
      stream = args.some(
        (given) =>
          typeof given === 'object' &&
          given !== null &&
          String(Reflect.get(given, 'content-type')).startsWith('text/event-stream'),
      );
      return writeHead(...args);
    }) as typeof response.writeHead;
    const listen =
      (original: (...args: unknown[]) => unknown) =>
      (...args: unknown[]) => {
        const [chunk] = args;
        if (stream && (typeof chunk === 'string' || chunk instanceof Uint8Array))
          sent += Buffer.from(chunk).toString('utf8');
        return original(...args);
      };
    response.write = listen(response.write.bind(response) as (...args: unknown[]) => unknown) as typeof response.write;
    response.end = listen(response.end.bind(response) as (...args: unknown[]) => unknown) as typeof response.end;
    // Chunks that the service frames itself go past `write`.
    const listeners = taps.get(request.socket) ?? tap(request.socket);
    taps.set(request.socket, listeners);
    const hear = (text: string): void => {
      if (stream && response.socket === request.socket) sent += text;
    };
    listeners.add(hear);
    response.once('close', () => {
      listeners.delete(hear);
      const url = request.url ?? '';
      // A resumed stream has no beginning to check.
      if (!stream || url.includes('starting_after')) return;
      count += 1;
      const fault = faultOf(sent, url, response.writableEnded);
      if (fault !== undefined) faults.push(`${request.method} ${url}: ${fault}`);
    });
  });
  return {
    get count() {
      return count;
    },
    assert() {
      if (faults.length > 0) throw new Error(`streams that break their grammar:\n${faults.join('\n')}`);
    },
  };
}

/** Reports the writes of a connection as complete chunks; Node writes a chunk's length, text and end separately. */
function tap(socket: Socket): Set<(text: string) => void> {
  const listeners = new Set<(text: string) => void>();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = ((...args: unknown[]) => {
    const [, text] = typeof args[0] === 'string' ? (/^[0-9a-f]+\r\n([^]+)\r\n$/.exec(args[0]) ?? []) : [];
    if (text !== undefined) for (const hear of listeners) hear(text);
    return write(...args);
  }) as typeof socket.write;
  return listeners;
}

/** `complete`: the service ended the stream itself; a stream that its reader aborted is checked as far as received. */
function faultOf(sent: string, url: string, complete: boolean): string | undefined {
  const events = new SseParser()
    .push(sent)
    .flatMap(({ data }): unknown[] => (data === sseDone ? [] : [JSON.parse(data)]));
  try {
    if (url.startsWith('/v1/messages')) checkMessages(events as MessageStreamEvent[], complete);
    else checkResponses(events as ResponseStreamEvent[], complete);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function checkMessages(events: readonly MessageStreamEvent[], complete: boolean): void {
  const grammar = new MessageGrammar();
  for (const event of events) grammar.push(event);
  if (!complete) return;
  grammar.end();
  if (events.at(-1)?.type === 'message_stop') accumulateMessages(events);
}

function checkResponses(events: readonly ResponseStreamEvent[], complete: boolean): void {
  const grammar = new ResponseGrammar();
  for (const event of events) grammar.push(event);
  if (!complete) return;
  grammar.end();
  if (events.at(-1)?.type !== 'error') accumulateResponses(events);
}
