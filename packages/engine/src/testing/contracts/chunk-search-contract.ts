// What every Store must do with searches in vector stores. Part of the store contract.
import assert from 'node:assert/strict';
import type { ChunkHit, EmbeddedChunk } from '../../ports/vector-store.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { ingest, newVectorStoreFile, putVectorStore } from '../vector-store-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const space = { model: 'embed', dimensions: 3 };

/** The texts of hits. */
function textsOf(hits: readonly ChunkHit[] | undefined): readonly string[] | undefined {
  return hits?.map(({ text }) => text);
}

function vectorOf(...numbers: readonly number[]): Float32Array {
  return Float32Array.from(numbers);
}

/** Texts, and queries with the text that each must find first. */
const samples: readonly (readonly [query: string, text: string])[] = [
  ['Überprüfung', 'Die Überprüfung der Anlage erfolgt jährlich.'],
  ['uberprufung', 'Die Überprüfung der Anlage erfolgt jährlich.'],
  ['STRASSE', 'Eine Straße in München.'],
  ['Strafe', 'Bei Verzug fällt eine Vertragsstrafe an.'],
  ['Kündigungsfristen', 'Die Kündigungsfrist beträgt drei Monate.'],
  ['契約', '解約料は契約書に記載されています。'],
  ['解約料', '解約料は契約書に記載されています。'],
  ['書', '解約料は契約書に記載されています。'],
  ['ガス', 'ガスの検針は毎月です。'],
  ['parseHttpHeader', 'function parseHttpHeader(line) {}'],
  ['http_header', 'function parseHttpHeader(line) {}'],
  ['ERR-4711', 'Der Fehler ERR-4711 bedeutet: Papierstau.'],
  ['계약서', '계약서를 두 번 확인하십시오.'],
];

/** Tests of the searches in vector stores, for every store. */
export function describeChunkSearchContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that searches vector stores`, () => {
    const stores = useStores(makeLocation);
    const fill = async (texts: readonly EmbeddedChunk[], vectorStoreId = 'vs_1'): Promise<void> => {
      await putVectorStore(stores.store, vectorStoreId);
      for (const [n, chunk] of texts.entries())
        await ingest(stores.store, vectorStoreId, newVectorStoreFile(`file_${n}`), [chunk]);
    };

    it('finds words with umlauts, parts of compounds, Japanese, Korean and identifiers', async () => {
      await fill([...new Set(samples.map(([, text]) => text))].map((text) => ({ text })));
      for (const store of [stores.store, await stores.open()])
        for (const [query, text] of samples) {
          const hits = await store.searchByText('ada', query, { vectorStoreIds: ['vs_1'], limit: 3 });
          assert.equal(hits?.[0]?.text, text, query);
        }
    });

    it('finds the chunk anywhere in a file that it reads in parts', async () => {
      await putVectorStore(stores.store, 'vs_1');
      const long = Array.from({ length: 1_700 }, (_, n) => ({ text: `word chunk${n}` }));
      await ingest(stores.store, 'vs_1', newVectorStoreFile('file_1'), long);
      // The second search of each finds the parts in memory.
      for (const number of [0, 1_535, 1_536, 1_699, 1_699]) {
        const hits = await stores.store.searchByText('ada', `chunk${number}`, { vectorStoreIds: ['vs_1'], limit: 1 });
        assert.deepEqual(
          hits?.map(({ chunk, text }) => [chunk, text]),
          [[number, `word chunk${number}`]],
        );
      }
    });

    it('takes every character of a query for text, none for syntax', async () => {
      await fill([{ text: 'alpha "beta" OR gamma' }, { text: 'delta' }]);
      const find = async (query: string): Promise<unknown> =>
        textsOf(await stores.store.searchByText('ada', query, { vectorStoreIds: ['vs_1'], limit: 9 }));
      for (const query of [
        '"beta',
        '"beta" OR',
        'NEAR(beta gamma)',
        'beta*',
        "beta'; DROP TABLE turn; --",
        'beta AND (',
        '(beta:',
        '^beta -gamma',
        'beta & !x | <->',
        'beta\u0000\ud800',
        '%beta_',
      ])
        assert.deepEqual(await find(query), ['alpha "beta" OR gamma'], query);
      for (const query of ['', '"', '*', '(', ' \n', '%', '__', '\u0000', 'NOT', '\ud800'])
        assert.deepEqual(await find(query), [], JSON.stringify(query));
    });

    it('ranks rare words, short chunks and complete words higher', async () => {
      const long = `the turbine ${'the weather is nice today and '.repeat(30)}`;
      await fill(['the bridge', long, 'the turbine', 'the turbines'].map((text) => ({ text })));
      const hits = await stores.store.searchByText('ada', 'the turbine', { vectorStoreIds: ['vs_1'], limit: 9 });
      assert.equal(textsOf(hits)?.[0], 'the turbine');
      assert.equal(hits?.length, 4);
      const scores = hits?.map(({ score }) => score) ?? [];
      assert.deepEqual(
        scores,
        scores.toSorted((one, other) => other - one),
      );
    });

    it('returns a hit with its file, place and attributes, as they are now', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      const file = newVectorStoreFile('file_1', { filename: 'ä.pdf', attributes: { year: 2026 } });
      const chunks = Array.from({ length: 700 }, (_, n) => ({ text: n === 600 ? 'needle' : `hay ${n}`, page: n }));
      await ingest(store, 'vs_1', file, chunks);
      const find = async (): Promise<readonly ChunkHit[] | undefined> =>
        store.searchByText('ada', 'needle', { vectorStoreIds: ['vs_1'], limit: 9 });
      const [hit] = (await find()) ?? [];
      assert.deepEqual(hit, {
        vectorStoreId: 'vs_1',
        fileId: 'file_1',
        filename: 'ä.pdf',
        attributes: { year: 2026 },
        chunk: 600,
        text: 'needle',
        page: 600,
        score: hit?.score,
      });
      assert.equal(await store.setFileAttributes('ada', 'vs_1', 'file_1', { year: 2027 }), true);
      assert.deepEqual((await find())?.[0]?.attributes, { year: 2027 });
    });

    it('finds the nearest vectors of the same space', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      const chunks = [
        { text: 'x', vector: vectorOf(1, 0, 0) },
        { text: 'y', vector: vectorOf(0, 1, 0) },
        { text: 'xy', vector: vectorOf(0.6, 0.8, 0) },
      ];
      await ingest(store, 'vs_1', newVectorStoreFile('file_1'), chunks, { space });
      await ingest(store, 'vs_1', newVectorStoreFile('file_2'), chunks, { space: { ...space, model: 'other' } });
      await ingest(store, 'vs_1', newVectorStoreFile('file_3'), [{ text: 'x' }]);
      const search = { vectorStoreIds: ['vs_1'], limit: 2 };
      const hits = await store.searchByVector('ada', { space, vector: vectorOf(0.8, 0.6, 0) }, search);
      assert.deepEqual(
        hits?.map(({ fileId, text, score }) => [fileId, text, Math.round(score * 100)]),
        [
          ['file_1', 'xy', 96],
          ['file_1', 'x', 80],
        ],
      );
      assert.equal((await store.searchByText('ada', 'x', { ...search, limit: 9 }))?.length, 3);
    });

    it('ranks only files whose attributes match, so that the limit counts none of the others', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      for (let n = 0; n < 12; n++) {
        const attributes = n % 3 === 0 ? { kind: '1' } : { kind: 1, n };
        const chunks = [{ text: 'word '.repeat(12 - n), vector: vectorOf(1, n / 12, 0) }];
        await ingest(store, 'vs_1', newVectorStoreFile(`file_${n}`, { attributes }), chunks, { space });
      }
      const search = { vectorStoreIds: ['vs_1'], limit: 2, filter: { type: 'eq', key: 'kind', value: '1' } } as const;
      const byText = await store.searchByText('ada', 'word', search);
      const byVector = await store.searchByVector('ada', { space, vector: vectorOf(0, 1, 0) }, search);
      assert.deepEqual(
        byText?.map(({ attributes }) => attributes),
        [{ kind: '1' }, { kind: '1' }],
      );
      assert.deepEqual(
        byVector?.map(({ fileId }) => fileId),
        ['file_9', 'file_6'],
      );
    });

    it('searches several vector stores, and reports a missing one instead of fewer hits', async () => {
      const { store } = stores;
      for (const id of ['vs_1', 'vs_2', 'vs_3']) await fill([{ text: `common ${id}` }], id);
      const search = { vectorStoreIds: ['vs_3', 'vs_1'], limit: 9 };
      assert.deepEqual(textsOf(await store.searchByText('ada', 'common', search)), ['common vs_3', 'common vs_1']);
      for (const vectorStoreIds of [['vs_1', 'vs_9'], ['vs_9']])
        assert.equal(await store.searchByText('ada', 'common', { vectorStoreIds, limit: 9 }), undefined);
    });
  });
}
