import * as fc from 'fast-check';
import { edgeCaseTexts } from '@org/engine/testing';
import { fromKeyText, toKeyText, toLookupKey, toOwnedItemKey } from '#src/shared/key-text.js';

const anyText = fc.oneof(
  fc.constantFrom(...edgeCaseTexts),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('\\', 'u', 'd', '8', '0', '\u0000', '\ud800', '\udc00')).map((units) => units.join('')),
);

describe('The text of a key', () => {
  it('can be stored as UTF-8 anywhere, and turns back into the key', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const text = toKeyText(value);
        expect(text).not.toContain('\u0000');
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
        expect(fromKeyText(text)).toBe(value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the key itself for every ordinary id', () => {
    expect(toKeyText('resp_4tq0Zz-é')).toBe('resp_4tq0Zz-é');
  });
});

describe('A lookup key', () => {
  it('has 32 bytes for any text, and differs for another text', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(toLookupKey(one)).toHaveLength(32);
        expect(toLookupKey(one).equals(toLookupKey(other))).toBe(one === other);
      }),
    );
  });
});

describe('The lookup key of an owned item', () => {
  it('differs for another owner or another id, and needs no separate owner', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (owner, id, otherOwner, otherId) => {
        expect(toOwnedItemKey(owner, id) === toOwnedItemKey(otherOwner, otherId)).toBe(
          owner === otherOwner && id === otherId,
        );
      }),
    );
    expect(toOwnedItemKey('ab', 'c')).not.toBe(toOwnedItemKey('a', 'bc'));
  });

  it('starts with the time of an id of the service', () => {
    expect(toOwnedItemKey('ada', `msg_0123456${'x'.repeat(22)}`)).toMatch(/^0123456[\w-]{22}$/);
    expect(toOwnedItemKey('ada', 'of another making')).toMatch(/^[\w-]{22}$/);
  });
});
