import { makeSqliteLocation } from './sqlite-location.js';
import { checkAgainstModel } from './store-commands.js';

describe('SQLite', () => {
  it('does what the model does, whatever the order of commands and whichever of two stores gets them', async () => {
    await expect(checkAgainstModel(makeSqliteLocation, { runs: 100, length: 50 })).resolves.toBeUndefined();
  }, 60_000);
});
