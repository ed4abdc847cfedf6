import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { hasEngine, hasGpuEngine } from '#src/has-gpu-engine.js';

/** Where node-llama-cpp looks for engines. */
function engineFolder(): string {
  const found = findPackageJSON('node-llama-cpp', import.meta.url);
  if (found === undefined) throw new Error('node-llama-cpp is not installed');
  return join(dirname(realpathSync(found)), '../@node-llama-cpp');
}

describe('the engines of llama.cpp', () => {
  it('are found next to node-llama-cpp, where npm run gpu places them', () => {
    const name = 'engine-of-a-test';
    expect(hasEngine(name)).toBe(false);
    const folder = join(engineFolder(), name);
    mkdirSync(folder);
    try {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@node-llama-cpp/${name}`, main: 'x.js' }));
      expect(hasEngine(name)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are for a graphics processor only where one of those is installed', () => {
    const isInstalled = ['linux-x64-vulkan', 'linux-x64-cuda'].some((name) => existsSync(join(engineFolder(), name)));
    expect(hasGpuEngine('linux-x64')).toBe(isInstalled);
    expect(hasGpuEngine('linux-arm64')).toBe(false);
  });
});
