import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageFolders, readablePaths, systemPaths, type VisiblePaths } from '@org/sandbox';

import { shardNames } from '../model-files/model-reference.js';
import type { RuntimeSettings } from '../process-messages.js';

/** What drivers of graphics processors read. */
const driverPaths = ['/sys', '/etc/vulkan', '/etc/OpenCL', '/etc/glvnd', '/etc/nvidia'];
/** Environment variables that name folders with libraries. */
const folderVariables = ['LD_LIBRARY_PATH', 'CUDA_PATH', 'XDG_DATA_DIRS', 'VK_DRIVER_FILES', 'VK_ICD_FILENAMES'];
const deviceNames = /^(?:nvidia.*|dri|kfd|dxg)$/;

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The paths that the process needs to load and run the model of `settings`, on this machine. */
export function visiblePaths(
  { modelPath, gpu, compiledFolder }: Pick<RuntimeSettings, 'modelPath' | 'gpu' | 'compiledFolder'>,
  environment: NodeJS.ProcessEnv,
): VisiblePaths {
  const needed = [
    ...systemPaths,
    ...(gpu ? driverPaths : []),
    ...folderVariables.flatMap((name) => environment[name]?.split(':') ?? []).filter(isAbsolute),
    process.execPath,
    ...packageFolders(packageFolder),
    ...shardNames(modelPath),
  ];
  return {
    ...readablePaths(needed),
    writable: gpu && compiledFolder !== undefined && existsSync(compiledFolder) ? [compiledFolder] : [],
    devices: gpu ? graphicsDevices() : [],
  };
}

/** The device files of graphics processors on this machine; none except on Linux. */
export function graphicsDevices(): readonly string[] {
  return existsSync('/dev')
    ? readdirSync('/dev').flatMap((name) => (deviceNames.test(name) ? [`/dev/${name}`] : []))
    : [];
}
