// npm run gpu, as far as no graphics processor and no download is needed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  engineFolder,
  engines,
  enginesFor,
  folderOf,
  needsPlatformEngine,
  placedEngines,
  placeEngines,
} from '../gpu/engines.mjs';
import { root } from '../setup/install.mjs';

const { optionalDependencies: libraries } = JSON.parse(readFileSync(join(root, 'packages/llama/package.json'), 'utf8'));

describe('the packages of the engines', () => {
  it.each(Object.keys(engines))('%s have the version of node-llama-cpp', (kind) => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(folderOf(kind), 'package.json'), 'utf8'));
    const names = Object.values(engines[kind]).flat();
    expect(optionalDependencies).toEqual(
      Object.fromEntries(names.map((name) => [`@node-llama-cpp/${name}`, libraries['node-llama-cpp']])),
    );
  });

  it.each(['vulkan', 'cuda'])(
    '%s install with their lock file as it is',
    (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'gpu-lock-'));
      try {
        for (const name of ['package.json', 'pnpm-lock.yaml']) cpSync(join(folderOf(kind), name), join(folder, name));
        const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
        const args = ['--yes', packageManager, 'install', '--dir', folder, '--ignore-workspace', '--frozen-lockfile'];
        const { status, stdout, stderr } = spawnSync('npx', [...args, '--lockfile-only'], { encoding: 'utf8' });
        expect([status, stdout + stderr]).toEqual([0, expect.not.stringContaining('ERR_PNPM')]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );

  it('are not in the lock file of the workspace, so that it stays as it is', () => {
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    for (const kind of ['vulkan', 'cuda'])
      for (const name of engines[kind]['linux-x64']) expect(lock).not.toContain(`'@node-llama-cpp/${name}@`);
  });
});

describe('the choice of an engine', () => {
  it.each([
    ['metal', 'linux-x64', 'usage: npm run gpu -- vulkan|cuda|off'],
    [undefined, 'linux-x64', 'usage: npm run gpu -- vulkan|cuda|off'],
    ['vulkan', 'darwin-arm64', 'The engine of a Mac has Metal'],
    ['cuda', 'linux-arm64', 'node-llama-cpp has no prebuilt engine for cuda on linux-arm64'],
  ])('%s on %s fails with one sentence', (kind, platform, sentence) => {
    expect(() => enginesFor(kind, platform)).toThrow(sentence);
  });

  it('is made by npm start on platforms that the lock file does not contain', () => {
    expect(['darwin-arm64', 'darwin-x64', 'win32-x64', 'win32-arm64'].map(needsPlatformEngine)).toEqual(
      Array(4).fill(true),
    );
    expect(['linux-x64', 'linux-arm64'].map(needsPlatformEngine)).toEqual([false, false]);
  });
});

describe('an installed tree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gpu-tree-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (path, content) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(content));
  };
  const library = 'service/node_modules/.pnpm/node-llama-cpp@3.0.0_x/node_modules/node-llama-cpp';
  write(library, { version: '3.0.0' });
  write('engines/node_modules/@node-llama-cpp/linux-x64-vulkan', { version: '3.0.0' });
  write('engines/node_modules/@node-llama-cpp/linux-x64-cuda', { version: '2.0.0' });
  const place = engineFolder(join(folder, 'service'));
  const from = join(folder, 'engines');

  it.each([true, false])('gets the engine next to node-llama-cpp and loses it again, copied: %s', (copy) => {
    expect(place).toBe(join(folder, library, '../@node-llama-cpp'));
    write(join(library, '../@node-llama-cpp/linux-x64'), {});
    placeEngines(place, ['linux-x64-vulkan'], { from, copy });
    expect(placedEngines(place)).toEqual(['linux-x64-vulkan']);
    expect(existsSync(join(place, 'linux-x64-vulkan/package.json'))).toBe(true);
    placeEngines(place, []);
    expect(readdirSync(place)).toEqual(['linux-x64']);
    expect(existsSync(join(from, 'node_modules/@node-llama-cpp/linux-x64-vulkan/package.json'))).toBe(true);
  });

  it('gets no engine of another version', () => {
    expect(() => placeEngines(place, ['linux-x64-cuda'], { from })).toThrow(
      'linux-x64-cuda is 2.0.0, and node-llama-cpp is 3.0.0; run npm run gpu again',
    );
  });
});

it('the image has the engine that its build gets, and none by default', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/^ARG GPU=off$/m);
  expect(dockerfile).toContain('[ "$GPU" = off ] || node tools/gpu/main.mjs "$GPU" --into /image;');
});
