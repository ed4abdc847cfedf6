import { bubblewrapCommand, findProgram, type SandboxOptions, unshareCommand, type VisiblePaths } from '@org/sandbox';
import type { CodeLimits } from '../code-executor.js';
import { workFolder } from '../work-folder.js';

/** A way to start the program of an executor. */
export interface SandboxWay {
  /** For the log. */
  readonly name: string;
  /** Whether it has namespaces of its own. `process`: the program has the files and the network of its user. */
  readonly isolation: 'namespaces' | 'process';
  /** Throws an Error with the reason where this machine does not permit it. */
  command(program: readonly string[], visible: VisiblePaths, limits: CodeLimits): StartedAs;
}

/** A command, and the user that runs it. Default: the user of the service. */
export interface StartedAs {
  readonly command: readonly string[];
  readonly uid?: number;
}

/** User ids that no distribution and no service manager assigns. Each container of a service that is root has another one. */
const firstUid = 60_991;
const uidCount = 192;
let nextUid = 0;

const mebibyte = 1024 * 1024;
/** Files and folders that a container can have at most, in each of its folders. */
export const maxFiles = 20_000;

/** The ways that this machine may permit, strongest first. `uid`: of the service. */
export function sandboxWays(environment: NodeJS.ProcessEnv, uid = process.getuid?.()): readonly SandboxWay[] {
  if (process.platform !== 'linux') return [];
  const byBubblewrap: SandboxWay = {
    name: 'bubblewrap',
    isolation: 'namespaces',
    command(program, visible, limits) {
      const bubblewrap = findProgram('bwrap', environment);
      // The kernel does not count the processes of root.
      return {
        command: bubblewrapCommand(bubblewrap, program, visible, optionsOf(limits)),
        ...(uid === 0 ? { uid: takeUid() } : {}),
      };
    },
  };
  const byUnshare: SandboxWay = {
    name: 'unshare',
    isolation: 'namespaces',
    command(program, visible, limits) {
      const unshare = findProgram('unshare', environment);
      const options = { ...optionsOf(limits), ...(uid === 0 ? { uid: takeUid() } : {}) };
      return { command: unshareCommand(unshare, program, visible, options) };
    },
  };
  // Root assembles a sandbox that shows a program in any folder; another user cannot open all of them.
  return uid === 0 ? [byUnshare, byBubblewrap] : [byBubblewrap, byUnshare];
}

function optionsOf({ filesMiB }: CodeLimits): SandboxOptions {
  const maxBytes = filesMiB * mebibyte;
  return {
    isFirstProcess: true,
    temporary: [
      { path: workFolder, maxBytes, maxFiles },
      { path: '/tmp', maxBytes, maxFiles },
      { path: '/dev/shm', maxBytes, maxFiles },
    ],
  };
}

/** A user of its own, so that the kernel counts the processes of each container apart. */
export function takeUid(): number {
  nextUid = (nextUid + 1) % uidCount;
  return firstUid + nextUid;
}
