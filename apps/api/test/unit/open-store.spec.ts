import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
import { openStore } from '#src/engine/open-store.js';

const nobodyUserId = 65_534;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `work` as an unprivileged user when the tests run as root. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(nobodyUserId);
  try {
    return await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

it("rejects a folder that the service's user cannot write, such as another user's volume, with the user id", async () => {
  const path = join(folder, 'service.db');
  await chmod(folder, 0o555);
  const [user, opening] = await asNobody(async () => [
    process.geteuid?.(),
    await openStore({ store: { kind: 'sqlite', path }, storeKeys: [] }).catch((error: unknown) => error),
  ]);
  expect(opening).toEqual(
    new ConfigError(
      `STORE_URL: the database ${path} cannot be opened: EACCES; user ${user} must have permission to write the file and its folder`,
    ),
  );
});
