import { createCipheriv } from 'node:crypto';

/** A text as the test signer of another owner would encrypt it, as the content of a search result. */
export function encryptForOther(text: string): string {
  const nonce = Buffer.alloc(12, 1);
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 8), nonce).setAAD(Buffer.from('search-result'));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}
