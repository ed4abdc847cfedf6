import { createVendorIdSigner, idInBoundForm } from '#src/signing/vendor-id-signer.js';

const signer = createVendorIdSigner(Buffer.alloc(32, 1));

it('reads an id for the owner and the upstream that it was bound for, on every replica', () => {
  const bound = signer.bind('alice', 'up', 'cntr_1');
  expect(createVendorIdSigner(Buffer.alloc(32, 1)).read('alice', 'up', bound)).toBe('cntr_1');
  expect(idInBoundForm(bound)).toBe('cntr_1');
});

it('reads none for another owner, upstream, id, secret or tag', () => {
  const bound = signer.bind('alice', 'up', 'cntr_1');
  expect(signer.read('bob', 'up', bound)).toBeUndefined();
  expect(signer.read('alice', 'other', bound)).toBeUndefined();
  expect(signer.read('alice', 'up', bound.replace('cntr_1', 'cntr_2'))).toBeUndefined();
  expect(signer.read('alice', 'up', `${bound.slice(0, -1)}${bound.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();
  expect(createVendorIdSigner(Buffer.alloc(32, 2)).read('alice', 'up', bound)).toBeUndefined();
  for (const unbound of ['cntr_1', '', 'cntr_1.own_', 'x.own_short', '.own_aaaaaaaaaaaaaaaaaaaaaa'])
    expect(signer.read('alice', 'up', unbound)).toBeUndefined();
});

it('separates owner, upstream and id', () => {
  const bound = signer.bind('a', 'b","c', 'id');
  expect(signer.read('a","b', 'c', bound)).toBeUndefined();
});

it('binds any id, also one that looks bound', () => {
  for (const id of ['ü', 'a.own_aaaaaaaaaaaaaaaaaaaaaa', 'line\nbreak'])
    expect(signer.read('alice', 'up', signer.bind('alice', 'up', id))).toBe(id);
});
