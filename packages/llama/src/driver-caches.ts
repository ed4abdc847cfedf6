import { mkdirSync } from 'node:fs';

/** Environment variables for a driver's compile cache folder: NVIDIA's for Vulkan and CUDA, and Mesa's. */
const folderVariables = ['__GL_SHADER_DISK_CACHE_PATH', 'CUDA_CACHE_PATH', 'MESA_SHADER_CACHE_DIR'];

/**
 * Environment that makes GPU drivers store compiled shaders and kernels in `folder`; compiling can take half a
 * minute. By default they use a folder in the user's home, which services often lack and which is not passed to model
 * processes. NVIDIA's driver stores nothing in a folder that does not exist.
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
