import * as fc from 'fast-check';
import { createOwnerSigners } from '#src/signing/owner-signers.js';

const secret = Buffer.alloc(32, 7);
const reasoningSigners = createOwnerSigners(secret);
const replica = createOwnerSigners(Uint8Array.from(secret));
const owner = fc.string({ unit: 'binary' });

describe('A signature', () => {
  it('opens for its owner on every replica, and for no other', () => {
    fc.assert(
      fc.property(owner, owner, fc.string(), (alice, bob, text) => {
        const data = reasoningSigners.of(alice).encrypt(text);
        const signature = reasoningSigners.of(alice).sign(text);
        expect(replica.of(alice).decrypt(data)).toBe(text);
        expect(replica.of(alice).verify(text, signature)).toBe(true);
        expect(replica.of(bob).decrypt(data)).toBe(alice === bob ? text : undefined);
        expect(replica.of(bob).verify(text, signature)).toBe(alice === bob);
      }),
    );
  });

  it('does not reveal that two owners have signed the same text', () => {
    expect(reasoningSigners.of('alice').encrypt('text')).not.toBe(reasoningSigners.of('bob').encrypt('text'));
    expect(reasoningSigners.of('alice').encrypt('text').slice(0, 20)).not.toBe(
      reasoningSigners.of('bob').encrypt('text').slice(0, 20),
    );
  });

  it('still opens when more owners were seen than are cached', () => {
    const data = reasoningSigners.of('first').encrypt('text');
    for (let n = 0; n < 1_100; n += 1) reasoningSigners.of(`owner ${n}`);
    expect(reasoningSigners.of('first').decrypt(data)).toBe('text');
  });
});

it('A secret that is too short is rejected at once', () => {
  expect(() => createOwnerSigners(new Uint8Array(31))).toThrow(
    'A signing secret has at least 32 bytes; this one has 31.',
  );
});
