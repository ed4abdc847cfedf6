import { lockedOptionsOf } from '#src/mount-flags.js';

describe('the options of a mount that the sandbox must repeat', () => {
  const mountInfo = [
    '27 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
    '40 27 0:40 / /srv/my\\040models ro,nosuid,nodev,noexec,relatime - ext4 /dev/vdb rw',
  ].join('\n');

  it.each([
    ['/srv/my models/a.gguf', ['nosuid', 'nodev', 'noexec']],
    ['/srv/my models', ['nosuid', 'nodev', 'noexec']],
    ['/srv/my models 2/a.gguf', []],
    ['/usr', []],
  ])('of %s are those of the mount that contains it', (path, options) => {
    expect(lockedOptionsOf(path, mountInfo)).toEqual(options);
  });
});
