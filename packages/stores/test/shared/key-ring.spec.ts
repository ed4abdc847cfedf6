import type { StoreKey } from '@org/engine';
import { KeyRing, envelopeBytes } from '#src/shared/key-ring.js';

const first: StoreKey = { id: 'a', secret: Buffer.alloc(32, 1) };
const second: StoreKey = { id: 'b', secret: Buffer.alloc(32, 2) };
const content = Buffer.alloc(32, 'content key');

describe('The keys of the operator', () => {
  it('open what any of them closed, whichever is the first', () => {
    for (const closer of [new KeyRing([first]), new KeyRing([second]), new KeyRing([first, second])]) {
      const envelope = closer.wrapKey(content);
      for (const opener of [new KeyRing([first, second]), new KeyRing([second, first])])
        expect(Buffer.from(opener.unwrapKey(envelope))).toEqual(content);
    }
  });

  it('open nothing that another key encrypted, nor altered data, and never return other content', () => {
    const envelope = new KeyRing([first]).wrapKey(content);
    expect(() => new KeyRing([second]).unwrapKey(envelope)).toThrow(
      'Stored content is encrypted with a store key that the service does not have.',
    );
    expect(() => new KeyRing([]).unwrapKey(envelope)).toThrow(
      'Stored content is encrypted with a store key that the service does not have.',
    );
    for (let at = 8; at < envelope.length; at++) {
      const changed = Buffer.from(envelope);
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
      expect(() => new KeyRing([first]).unwrapKey(changed)).toThrow('Stored content is damaged.');
    }
  });

  it('report the missing key in the cause of the failure, by its name when known', () => {
    const [ring, envelope] = [new KeyRing([second]), new KeyRing([first]).wrapKey(content)];
    const fingerprint = new KeyRing([first]).firstFingerprint;
    const why = (): unknown => {
      try {
        return ring.unwrapKey(envelope);
      } catch (thrown) {
        return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : thrown;
      }
    };
    expect(why()).toBe(
      `It is encrypted with a store key (fingerprint ${fingerprint.toString('hex')}), which STORE_KEYS of this process does not contain.`,
    );
    ring.recordName(fingerprint, first.id);
    expect(why()).toBe(
      `It is encrypted with the store key "a" (fingerprint ${fingerprint.toString('hex')}), which STORE_KEYS of this process does not contain.`,
    );
  });

  it('create envelopes of one length, which reveal nothing of the content key and of their own keys', () => {
    const ring = new KeyRing([first, second]);
    const envelopes = [ring.wrapKey(content), ring.wrapKey(content)];
    for (const envelope of envelopes) {
      expect(envelope).toHaveLength(envelopeBytes);
      expect(
        envelope.includes(content.subarray(0, 8)) || envelope.includes(Buffer.from(first.secret.subarray(0, 8))),
      ).toBe(false);
      expect(ring.isCurrent(envelope)).toBe(true);
      expect(new KeyRing([second, first]).isCurrent(envelope)).toBe(false);
    }
    expect(envelopes[0]).not.toEqual(envelopes[1]);
  });

  it('are not needed for what was closed when there was none', () => {
    const open = new KeyRing([]).wrapKey(content);
    expect(open).toHaveLength(envelopeBytes);
    expect(Buffer.from(new KeyRing([first]).unwrapKey(open))).toEqual(content);
    expect(new KeyRing([first]).isCurrent(open)).toBe(false);
    expect(new KeyRing([]).isCurrent(open)).toBe(true);
  });

  it('have 32 bytes each', () => {
    expect(() => new KeyRing([{ id: 'short', secret: Buffer.alloc(16) }])).toThrow(
      'A store key has 32 bytes; "short" has 16.',
    );
  });
});
