// Attacks of one client on the memory, the time and the disk of all others, in their short form.
import { itWithstands, shortAttacks } from './kit/short-attacks.mjs';

describe('the service under attacks on its resources', () => {
  itWithstands(shortAttacks.resources);
});
