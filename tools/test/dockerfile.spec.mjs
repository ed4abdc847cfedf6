// The image is built only where Docker is available; these tests detect inconsistencies with the workspace.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serviceArguments, serviceEnvironment } from '../setup/service-arguments.mjs';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const stages = dockerfile.split(/^FROM /m).slice(1);

describe('the Dockerfile', () => {
  it('takes the Node that every test runs on', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(/^ARG NODE=(.+)$/m.exec(dockerfile)?.[1]).toBe(devDependencies.node);
    expect(read('.node-version').trim()).toBe(devDependencies.node);
  });

  it('takes one base image for both stages, with the digest that the build gets', () => {
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(
      Array(2).fill('node:${NODE}-bookworm-slim${NODE_DIGEST:+@${NODE_DIGEST}}'),
    );
    expect(dockerfile).toMatch(/^ARG NODE_DIGEST=$/m);
  });

  it('leaves the optional packages out on request alone', () => {
    expect(dockerfile).toMatch(/^ARG OPTIONAL=true$/m);
    expect(dockerfile).toContain('deploy --prod $([ "$OPTIONAL" = false ] && echo --no-optional) /image');
  });

  it('starts the service as npm start does', () => {
    const [entry = ''] = /(?<=^ENTRYPOINT ).+$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(entry)).toEqual(['node', ...serviceArguments('dist/bundle/main.js')]);
    for (const [name, value] of Object.entries(serviceEnvironment)) expect(stages.at(-1)).toContain(`${name}=${value}`);
  });

  it('copies only existing files of the workspace', () => {
    const [, names = ''] = /^COPY (package\.json .+) \.\/$/m.exec(stages[0]) ?? [];
    expect(names.split(' ')).toEqual(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']);
    for (const name of names.split(' '))
      expect(existsSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)))).toBe(true);
    expect(JSON.parse(read('package.json')).packageManager).toMatch(/^pnpm@\d/);
  });

  it('ends with a numeric non-root user', () => {
    expect(/^USER (.+)$/m.exec(stages.at(-1))?.[1]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('excludes generated files of the working folder and possible secrets', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.git',
        '**/node_modules',
        '**/dist',
        '**/*.tsbuildinfo',
        'data',
        'service.yaml',
        '.env',
      ]),
    );
  });
});
