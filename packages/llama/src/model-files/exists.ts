import { access } from 'node:fs/promises';

/** Whether there is something at this path. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
