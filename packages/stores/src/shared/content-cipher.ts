import { createCipheriv, createDecipheriv, createSecretKey, type DecipherGCM } from 'node:crypto';
import { freeContent } from './free-content.js';
import { DamagedContentError, randomBlocks, runNow, type Steps } from '@org/engine/storage';

/** Bytes of a content key. */
export const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** So many bytes longer than what was locked is its locked form. */
export const encryptionOverheadBytes = nonceBytes + tagBytes;

const random = randomBlocks();

/** A new key for one content. */
export function newContentKey(): Buffer {
  return random(keyBytes);
}

/** What kinds of content there are. */
export type ContentKind =
  | 'turn'
  | 'history'
  | 'delivered'
  | 'event'
  | 'job'
  | 'conversation'
  | 'item'
  | 'answer'
  | 'file'
  | 'container'
  | 'piece'
  | 'vector-store'
  | 'vector-store-file'
  | 'chunk-texts'
  | 'chunk-words'
  | 'chunk-vectors';

/**
 * Kind and owner of a content. The name is authenticated with the content, so the content cannot be decrypted in
 * another owner's row or under another id. Owner and id are as in the row; `number` distinguishes events and the
 * chunks of a file.
 */
export function contentName(kind: ContentKind, owner: string, id: string, number: number | '' = ''): string {
  return `${kind} ${owner.length} ${owner}${id.length} ${id}${number}`;
}

/**
 * Encrypts content for the disk with AES-256-GCM and a key of its own. Destroying the key destroys the content:
 * SQLite may leave copies of a small row in unused parts of a page when it moves rows between pages, and
 * `secure_delete` does not find those. Access to the key gives access to the content; a {@link KeyRing} protects the
 * key from a reader that only has the disk.
 *
 * Node takes 10 us longer for a key passed as bytes than for a key object.
 */
export function encryptContent(key: Uint8Array, name: string, content: string | Uint8Array): Buffer {
  const parts = encryptParts(key, name, content);
  const joined = joinParts(parts);
  freeContent(parts.body);
  return joined;
}

/** An encrypted content in two parts: joining a large one costs as much as a statement. */
export interface EncryptedParts {
  /** Nonce and tag. */
  readonly nonceAndTag: Buffer;
  readonly body: Buffer;
}

export function joinParts({ nonceAndTag, body }: EncryptedParts): Buffer {
  return Buffer.concat([nonceAndTag, body]);
}

/** As {@link encryptContent}, in parts. */
function encryptParts(key: Uint8Array, name: string, content: string | Uint8Array): EncryptedParts {
  return prepareEncryption(key)(name, content);
}

/** Encrypts exactly one content. */
export type EncryptOnce = (name: string, content: string | Uint8Array) => EncryptedParts;

/** Prepares the encryption of one content. This costs more than the encryption itself, and needs no content yet. */
export function prepareEncryption(key: Uint8Array): EncryptOnce {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: tagBytes });
  return (name, content) => {
    cipher.setAAD(Buffer.from(name, 'utf8'));
    const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
    cipher.final();
    return { nonceAndTag: Buffer.concat([nonce, cipher.getAuthTag()]), body };
  };
}

/** The text that {@link encryptContent} was given. Throws as {@link decryptBytes} does. */
export function decryptContent(key: Uint8Array, name: string, bytes: Uint8Array): string {
  return decryptBytes(key, name, bytes).toString('utf8');
}

/** What {@link encryptContent} was given. Throws `DamagedContentError` when bytes, name or key are not those of then. */
export function decryptBytes(key: Uint8Array, name: string, bytes: Uint8Array): Buffer {
  return decryptParts(key, name, bytes.subarray(0, encryptionOverheadBytes), bytes.subarray(encryptionOverheadBytes));
}

/** As {@link decryptBytes}, for what {@link encryptParts} made. */
export function decryptParts(key: Uint8Array, name: string, nonceAndTag: Uint8Array, body: Uint8Array): Buffer {
  return runNow(decryptInSteps(key, name, nonceAndTag, body));
}

/** Bytes that one step unlocks. */
const chunkBytes = 524_288;

/** As {@link decryptParts}, in steps. The result replaces a long content in `body`, which saves its bytes a second time. */
export function* decryptInSteps(
  key: Uint8Array,
  name: string,
  nonceAndTag: Uint8Array,
  body: Uint8Array,
): Steps<Buffer> {
  try {
    const decipher = openDecipher(key, name, nonceAndTag);
    const content =
      body.length > chunkBytes
        ? Buffer.from(body.buffer, body.byteOffset, body.length)
        : Buffer.allocUnsafe(body.length);
    for (let at = 0; at < body.length; at += chunkBytes) {
      content.set(decipher.update(body.subarray(at, at + chunkBytes)), at);
      yield;
    }
    decipher.final();
    return content;
  } catch (cause) {
    throw new DamagedContentError(cause);
  }
}

function openDecipher(key: Uint8Array, name: string, nonceAndTag: Uint8Array): DecipherGCM {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), nonceAndTag.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(name, 'utf8'));
  decipher.setAuthTag(nonceAndTag.subarray(nonceBytes));
  return decipher;
}
