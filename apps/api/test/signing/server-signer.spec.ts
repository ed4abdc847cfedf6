import * as fc from 'fast-check';
import { createServerSigner } from '#src/signing/server-signer.js';

const secret = Buffer.alloc(32, 7);
const reasoningSigner = createServerSigner(secret);
const replica = createServerSigner(Uint8Array.from(secret));
const stranger = createServerSigner(Buffer.alloc(32, 8));
const anyText = fc
  .string({ unit: 'binary' })
  .chain((text) => fc.constantFrom(text, `${text}\ud800`, `\udc00${text}`, `${text}\u0000`));

/** Base64 with one flipped bit in one byte. */
function flip(data: string, bit: number): string {
  const bytes = Buffer.from(data, 'base64');
  const at = Math.floor(bit / 8) % bytes.length;
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit % 8)), at);
  return bytes.toString('base64');
}

describe('A signature', () => {
  it('is the same for the same text on every replica, and valid', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const signature = reasoningSigner.sign(text);
        expect(signature).not.toBe('');
        expect(replica.sign(text)).toBe(signature);
        expect(replica.verify(text, signature)).toBe(true);
      }),
    );
  });

  it('is invalid for another text, even one with the same UTF-8 encoding', () => {
    expect(reasoningSigner.verify('\ud801', reasoningSigner.sign('\ud800'))).toBe(false);
    expect(reasoningSigner.verify('\ufffd', reasoningSigner.sign('\ud800'))).toBe(false);
    fc.assert(
      fc.property(
        anyText,
        anyText,
        (text, other) => reasoningSigner.verify(other, reasoningSigner.sign(text)) === (text === other),
      ),
    );
  });

  it('is invalid with any bit changed, and in another encoding', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(255),
        (text, bit) => !reasoningSigner.verify(text, flip(reasoningSigner.sign(text), bit)),
      ),
    );
    const signature = reasoningSigner.sign('text');
    for (const spelling of [
      '',
      ' ',
      signature.slice(0, -1),
      `${signature}=`,
      ` ${signature}`,
      `${signature}\n`,
      signature.replace(/=$/, ''),
    ]) {
      expect(reasoningSigner.verify('text', spelling)).toBe(false);
    }
  });

  it('is invalid when another server created it', () => {
    expect(reasoningSigner.verify('text', stranger.sign('text'))).toBe(false);
  });
});

describe('An encrypted text', () => {
  it('decrypts exactly, is deterministic, and does not reveal the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const data = reasoningSigner.encrypt(text);
        expect(replica.encrypt(text)).toBe(data);
        expect(replica.decrypt(data)).toBe(text);
      }),
    );
    expect(Buffer.from(reasoningSigner.encrypt('canary'), 'base64').toString('latin1')).not.toContain('canary');
  });

  it('differs in its nonce for different texts, too', () => {
    const nonce = (text: string): string =>
      Buffer.from(reasoningSigner.encrypt(text), 'base64').subarray(1, 13).toString('hex');
    expect(new Set(Array.from({ length: 1_000 }, (_, n) => nonce(`text ${n}`))).size).toBe(1_000);
  });

  it('is rejected with any bit changed', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(2_000), (text, bit) => {
        expect(reasoningSigner.decrypt(flip(reasoningSigner.encrypt(text), bit))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('is rejected when it is truncated, extended, encoded differently, or was never created here', () => {
    const data = reasoningSigner.encrypt('some text');
    for (let length = 0; length < data.length; length++)
      expect(reasoningSigner.decrypt(data.slice(0, length))).toBeUndefined();
    for (const other of [
      `${data}AAAA`,
      `${data}\n`,
      stranger.encrypt('some text'),
      'gAAAAABo...',
      'not base64!',
      '\ud800',
    ]) {
      expect(reasoningSigner.decrypt(other)).toBeUndefined();
    }
    fc.assert(fc.property(fc.base64String(), (other) => reasoningSigner.decrypt(other) === undefined));
  });

  it('opens for its own purpose, and for no other', () => {
    expect(reasoningSigner.decrypt(reasoningSigner.encrypt('text', 'compaction'), 'compaction')).toBe('text');
    expect(reasoningSigner.decrypt(reasoningSigner.encrypt('text', 'compaction'))).toBeUndefined();
    expect(reasoningSigner.decrypt(reasoningSigner.encrypt('text'), 'compaction')).toBeUndefined();
    expect(reasoningSigner.decrypt(reasoningSigner.encrypt('text', 'compaction'), 'search-result')).toBeUndefined();
    expect(reasoningSigner.decrypt(reasoningSigner.encrypt('text', 'search-result'), 'search-result')).toBe('text');
    expect(reasoningSigner.encrypt('text').slice(0, 16)).not.toBe(
      reasoningSigner.encrypt('text', 'compaction').slice(0, 16),
    );
  });

  it('is no signature, and a signature is no encrypted text', () => {
    expect(reasoningSigner.verify('text', reasoningSigner.encrypt('text'))).toBe(false);
    expect(reasoningSigner.decrypt(reasoningSigner.sign('text'))).toBeUndefined();
  });
});

describe('A sealing secret', () => {
  it('is rejected with fewer than 32 bytes', () => {
    expect(() => createServerSigner(new Uint8Array(0))).toThrow(RangeError);
    expect(() => createServerSigner(new Uint8Array(31))).toThrow(
      'A signing secret has at least 32 bytes; this one has 31.',
    );
  });
});
