import type { Store } from '@org/engine';
import { containerOf, putFile } from '@org/engine/testing';

const file = { bytes: 3, createdAt: 7, source: 'assistant' } as const;

/** A sweep deletes a container whose description `damage` made unreadable, with the files that it owns. */
export async function expectDamagedContainerDeleted(store: Store, damage: () => void | Promise<void>): Promise<void> {
  for (const id of ['cfile_1', 'cfile_2', 'file_3']) await putFile(store, { id }, Buffer.from('abc'));
  const files = [
    { ...file, fileId: 'cfile_1', path: 'a', isOwned: true },
    { ...file, fileId: 'file_3', path: 'c', isOwned: false },
  ];
  await store.createContainer(containerOf({ files }), { containers: 3 });
  const more = [...files, { ...file, fileId: 'cfile_2', path: 'b', isOwned: true }];
  await store.updateContainer(containerOf({ files: more }), 0);
  await damage();
  await expect(store.getContainer('ada', 'cntr_1')).rejects.toBeInstanceOf(Error);
  await store.deleteExpiredContainers(Number.MAX_SAFE_INTEGER);
  expect(await store.getContainer('ada', 'cntr_1')).toBeUndefined();
  expect(await store.getFile('ada', 'cfile_1')).toBeUndefined();
  expect(await store.getFile('ada', 'cfile_2')).toBeUndefined();
  expect(await store.getFile('ada', 'file_3')).toBeDefined();
}
