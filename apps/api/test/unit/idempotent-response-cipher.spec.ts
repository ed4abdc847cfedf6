import { randomBytes } from 'node:crypto';
import { createServerSigner } from '#src/signing/server-signer.js';
import { createResponseCipher, encryptResponse, decryptResponse } from '#src/idempotency/idempotent-response-cipher.js';

const reasoningSigner = createServerSigner(randomBytes(32));
const names = ['alice', 'POST', '/v1/responses', 'key-1'];

describe('the encryption of a stored response', () => {
  it('is opened by the same request only', () => {
    const text = 'data: {"text":"é 😀 \u0000"}\n\n';
    const closed = createResponseCipher(reasoningSigner, names).close(text);
    expect(createResponseCipher(reasoningSigner, names).open(closed)).toBe(text);
    expect(closed).not.toContain('text');
    for (const [position] of names.entries()) {
      const other = createResponseCipher(reasoningSigner, names.with(position, 'other'));
      expect(other.id).not.toBe(createResponseCipher(reasoningSigner, names).id);
      expect(() => other.open(closed)).toThrow(/authenticate/);
    }
  });

  it('also covers the request data stored with the body, and restores all of it', () => {
    const response = {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-service-warning': 'ignored diagnosis: no effect' },
      body: 'data: 1',
    };
    const closed = encryptResponse(response, createResponseCipher(reasoningSigner, names));
    expect(JSON.stringify(closed)).not.toMatch(/diagnosis|data: 1/);
    expect(decryptResponse(closed, createResponseCipher(reasoningSigner, names))).toEqual(response);
    const silent = { ...response, headers: { 'content-type': 'application/json' } };
    expect(
      decryptResponse(
        encryptResponse(silent, createResponseCipher(reasoningSigner, names)),
        createResponseCipher(reasoningSigner, names),
      ),
    ).toEqual(silent);
  });

  it('needs the secret of the service', () => {
    const elsewhere = createResponseCipher(createServerSigner(randomBytes(32)), names);
    expect(elsewhere.id).not.toBe(createResponseCipher(reasoningSigner, names).id);
    expect(() => elsewhere.open(createResponseCipher(reasoningSigner, names).close('x'))).toThrow(/authenticate/);
  });

  it('reveals nothing of the key in its name', () => {
    expect(createResponseCipher(reasoningSigner, names).id).toMatch(/^[\w-]{43}$/);
  });
});
