import { mkdirSync } from 'node:fs';

/** Variables that name the folder in which a driver keeps what it has compiled: NVIDIA's for Vulkan and for CUDA, and Mesa's. */
const folderVariables = ['__GL_SHADER_DISK_CACHE_PATH', 'CUDA_CACHE_PATH', 'MESA_SHADER_CACHE_DIR'];

/**
 * What tells drivers of graphics processors to keep in `folder` what they compile, which can take half a minute. Left to themselves they take one of the
 * user's home, which services often have not and model processes are not told. NVIDIA's keeps nothing in a folder that is not there.
 */
export function driverCaches(folder: string | undefined): Readonly<Record<string, string>> {
  if (folder === undefined) return {};
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Without it everything works, and is compiled again by the next process.
    return {};
  }
  return { ...Object.fromEntries(folderVariables.map((name) => [name, folder])), __GL_SHADER_DISK_CACHE: '1' };
}
