import { findEscapes } from '#src/escape-attempts.js';
import { identifySelf } from '#src/identified-process.js';

const isLinux = process.platform === 'linux';

describe('what a process can do to its service', () => {
  const find = (service: Parameters<typeof findEscapes>[0]['service']): readonly string[] =>
    findEscapes({ prevented: ['environment', 'signal'], service, paths: [] });

  it('is found where both share their processes', () => {
    expect(find(identifySelf())).toEqual(isLinux ? ['environment', 'signal'] : ['signal']);
  });

  it('is nothing where another process has the id of the service, such as the first process of a container', () => {
    expect(find({ pid: process.pid, startedAt: '0' })).toEqual(isLinux ? [] : ['signal']);
  });
});
