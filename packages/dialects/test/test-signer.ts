// A signer for tests: real cryptography with a fixed key, deterministic as the port requires.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { ReasoningSigner } from '@org/engine';

const key = Buffer.alloc(32, 7);

function macOf(text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export const testSigner: ReasoningSigner = {
  sign: (text) => macOf(text).toString('base64'),
  verify: (text, signature) => macOf(text).toString('base64') === signature,
  encrypt: (text, purpose = 'reasoning') => {
    const nonce = macOf(`${purpose} ${text}`).subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  },
  decrypt: (data, purpose = 'reasoning') => {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length < 28) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  },
};
