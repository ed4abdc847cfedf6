import { deleteExpiredContainers } from '#src/shared/delete-containers.js';

describe('The sweep of expired containers', () => {
  it('deletes the others where one cannot be deleted, and reports that one', async () => {
    const left = new Set(Array.from({ length: 120 }, (_, number) => `cntr_${number}`));
    const sweep = deleteExpiredContainers(
      {
        listExpiredContainers: async (_now, limit) => [...left].slice(0, limit).map((id) => ({ owner: 'ada', id })),
        deleteContainer: async (_owner, id) => {
          if (id === 'cntr_3') throw new Error('The content cannot be decrypted.');
          return left.delete(id);
        },
      },
      0,
    );
    await expect(sweep).rejects.toThrow('cannot be decrypted');
    expect([...left]).toEqual(['cntr_3']);
  });
});
