import { realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The prebuilt engines for graphics processors, by platform and processor. */
const gpuEngines: Readonly<Record<string, readonly string[]>> = {
  'darwin-arm64': ['mac-arm64-metal'],
  'linux-x64': ['linux-x64-vulkan', 'linux-x64-cuda'],
};

/** Whether an engine for graphics processors is installed. */
export function hasGpuEngine(platform = `${process.platform}-${process.arch}`): boolean {
  return (gpuEngines[platform] ?? []).some(hasEngine);
}

/** Whether node-llama-cpp finds this engine, such as `linux-x64`. */
export function hasEngine(name: string): boolean {
  const library = find('node-llama-cpp', import.meta.url);
  // The engines are dependencies of node-llama-cpp, and only visible from the folder that its link leads to.
  return (
    library !== undefined && find(`@node-llama-cpp/${name}`, pathToFileURL(realpathSync(library)).href) !== undefined
  );
}

function find(name: string, base: string): string | undefined {
  try {
    return findPackageJSON(name, base);
  } catch {
    return undefined;
  }
}
