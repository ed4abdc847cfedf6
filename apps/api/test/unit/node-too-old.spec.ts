import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeTooOld } from '#src/node-too-old.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));

describe('a Node that is too old for the service', () => {
  it.each(['18.20.8', '20.20.2', '22.19.0', '23.11.1', '24.6.0'])(
    'reports a version such as %s and where to get a newer one',
    (version) => {
      expect(nodeTooOld(version)).toMatch(
        `this is Node ${version}. A supported version is installed at node_modules/.bin/node`,
      );
    },
  );

  it.each(['22.20.0', '22.23.3', '24.7.0', '24.21.0', '25.0.0', '26.0.0'])('is not %s', (version) =>
    expect(nodeTooOld(version)).toBeUndefined(),
  );

  it('ends the program with that, before anything of it is read', () => {
    const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
    const run = spawnSync(process.execPath, ['--import', older, program], { encoding: 'utf8', timeout: 20_000 });
    expect([run.status, run.stdout, run.stderr]).toEqual([1, '', `${nodeTooOld('20.20.2')}\n`]);
  });
});
