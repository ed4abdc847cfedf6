// A name server on loopback.
import { createSocket } from 'node:dgram';

export interface NameServer {
  /** Address and port. */
  readonly address: string;
  /** How many questions came. */
  readonly asked: number;
  close(): Promise<void>;
}

const kinds = { A: 1, AAAA: 28 } as const;

/**
 * Responds with the bytes of addresses by `KIND NAME`; any other name has no address. Without `records` it never
 * responds.
 */
export async function startNameServer(records?: Readonly<Record<string, readonly Buffer[]>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    asked += 1;
    if (records === undefined) return;
    const { name, end } = nameIn(question);
    const kind = question.readUInt16BE(end);
    const found = Object.entries(kinds).find(([, code]) => code === kind)?.[0];
    const answers = (records[`${found} ${name}`] ?? []).map((bytes) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, bytes.length]), bytes]),
    );
    const header = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get asked() {
      return asked;
    },
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

/** The name in a question, and where it ends. */
function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}
