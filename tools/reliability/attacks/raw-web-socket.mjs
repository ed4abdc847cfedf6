// A WebSocket client that can break every rule: it sends frames of its own and reads nothing unless it is asked to.
import { randomBytes } from 'node:crypto';

/** Operation codes of frames. */
export const opcodes = { continuation: 0, text: 1, ping: 9 };

/**
 * Opens a WebSocket connection of the attacker.
 * @param {import('./attacker.mjs').Attacker} attacker
 * @returns {Promise<import('./raw-socket.mjs').RawSocket | undefined>} undefined where the service declined it
 */
export async function openWebSocket(attacker) {
  const socket = attacker.openSocket();
  await socket.write(
    attacker.head('GET', '/v1/responses', {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }),
  );
  const status = await socket.firstStatus();
  attacker.saw(status);
  if (status === 101) return socket;
  socket.destroy();
  return undefined;
}

/**
 * A masked frame. The mask is zero, so the bytes stay as they are.
 * @param {string | Buffer} content
 * @param {{ opcode?: number, isFinal?: boolean, declaredBytes?: number }} [options] `declaredBytes` may be more than the content has
 */
export function frameOf(content, { opcode = opcodes.text, isFinal = true, declaredBytes } = {}) {
  const bytes = Buffer.from(content);
  const length = declaredBytes ?? bytes.length;
  const head = Buffer.alloc(length < 126 ? 6 : length < 65_536 ? 8 : 14);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  if (length < 126) head[1] = 0x80 | length;
  else if (length < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, bytes]);
}
