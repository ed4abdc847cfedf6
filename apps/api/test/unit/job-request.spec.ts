import { readJobRequest, UnknownJobError, writeJobRequest } from '#src/background/job-request.js';
import { writeBatchJob } from '#src/batches/batch-job-request.js';
import { originOf } from '#src/jobs/job-origin.js';

const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
const alice = { owner: 'ada', keyName: 'alice', keyId: 'key_1', revocable: true };
const body = { model: 'm', input: 'Hi' };

describe('A job is read as it was written', () => {
  it.each([
    ['with all that it may have', ['beta-1'], originOf({ principal: alice, trace })],
    [
      'from a key that cannot be revoked',
      [],
      originOf({ principal: { ...alice, revocable: false }, trace: undefined }),
    ],
    ['from no owner', [], undefined],
  ] as const)('%s', (_, betas, origin) => {
    const response = { kind: 'response', body, betas, ...(origin === undefined ? {} : { origin }) } as const;
    expect(readJobRequest(writeJobRequest(response))).toEqual(response);
    const batch = {
      kind: 'batch',
      entries: [{ customId: 'a', params: body }],
      version: '2023-06-01',
      betas,
      areModelsConfigured: true,
      ...(origin === undefined ? {} : { origin }),
    } as const;
    expect(readJobRequest(writeBatchJob(batch))).toEqual(batch);
  });

  it('except from another version: unknown fields are omitted and an unknown kind is rejected', () => {
    expect(
      readJobRequest({ kind: 'response', body, betas: ['beta-1', 2], origin: { keyName: 'alice', keyId: 3 } }),
    ).toEqual({ kind: 'response', body, betas: ['beta-1'], origin: { keyName: 'alice' } });
    expect(
      readJobRequest({
        kind: 'batch',
        entries: [],
        version: 2,
        betas: 'beta-1',
        areModelsConfigured: 'yes',
        origin: 'alice',
      }),
    ).toEqual({ kind: 'batch', entries: [], version: undefined, betas: [], areModelsConfigured: false });
    for (const unknown of [{ kind: 'image', body }, { kind: 'response' }, { kind: 'batch' }])
      expect(() => readJobRequest(unknown)).toThrow(UnknownJobError);
  });
});

describe('Where a job came from', () => {
  it('names the key where it can be revoked, and no key for internal work', () => {
    expect(originOf({ principal: alice, trace: undefined })).toEqual({ keyName: 'alice', keyId: 'key_1' });
    expect(originOf({ principal: { ...alice, revocable: false }, trace })).toEqual({ keyName: 'alice', trace });
    expect(originOf({ principal: undefined, trace })).toBeUndefined();
  });
});
