// Attempts of one client to reach upstreams, addresses and objects of others, in their short form.
import { itWithstands, shortAttacks } from './kit/short-attacks.mjs';

describe('the service under attacks on its reach', () => {
  itWithstands(shortAttacks.reach);
});
