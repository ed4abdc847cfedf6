import { bubblewrapCommand, findProgram, unshareCommand } from '@org/sandbox';

import type { RuntimeSettings } from '../process-messages.js';
import type { SandboxReport } from './sandbox-level.js';
import { visiblePaths } from './visible-paths.js';

/** How to start the process of a model at a level. */
export interface SandboxCommand {
  readonly command: readonly string[];
  /** User and group of the process. Default: those of the service. */
  readonly uid?: number;
  /** Environment variables in addition to those of every process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A sandbox that may work on this machine. */
export interface SandboxCandidate extends Pick<SandboxReport, 'level' | 'tool'> {
  /** Throws an Error with the reason where it cannot work. */
  readonly prepare: () => SandboxCommand;
}

/** What decides which sandboxes can work. */
export interface SandboxMachine {
  readonly platform: NodeJS.Platform;
  /** User of the service; `undefined` where the platform has none. */
  readonly uid: number | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** What the process is started for. */
export type SandboxedSettings = Pick<RuntimeSettings, 'sandbox' | 'modelPath' | 'gpu' | 'compiledFolder'>;

/** A user id that no distribution and no service manager assigns. */
const ownUid = 60_990;
/** The service decides when the process ends; a signal to the process group must not end a program around it. */
const ignoringSignals = ['/bin/sh', '-c', 'trap "" HUP INT TERM; exec "$@"', 'sh'];

/** The sandboxes that `sandbox` permits, strongest first; the first one that works is used. */
export function sandboxCandidates(
  settings: SandboxedSettings,
  { node, program }: { readonly node: readonly string[]; readonly program: string },
  machine: SandboxMachine,
): readonly SandboxCandidate[] {
  const { sandbox, gpu } = settings;
  const visible = (): ReturnType<typeof visiblePaths> => visiblePaths(settings, machine.environment);
  const plain = [...node, program];
  const none: SandboxCandidate = { level: 'none', prepare: () => ({ command: plain }) };
  if (sandbox === 'off') return [none];
  const namespaces: readonly SandboxCandidate[] = [
    {
      level: 'namespaces',
      tool: 'bubblewrap',
      prepare: () => {
        requireLinux(machine);
        const bubblewrap = findProgram('bwrap', machine.environment);
        return { command: [...ignoringSignals, ...bubblewrapCommand(bubblewrap, plain, visible())] };
      },
    },
    {
      level: 'namespaces',
      tool: 'unshare',
      prepare: () => {
        requireLinux(machine);
        const unshare = findProgram('unshare', machine.environment);
        return { command: [...ignoringSignals, ...unshareCommand(unshare, plain, visible())] };
      },
    },
  ];
  if (sandbox === 'require') return namespaces;
  return [
    ...namespaces,
    {
      level: 'user',
      prepare: () => {
        if (machine.uid !== 0) throw new Error('only root can start a process of another user');
        if (gpu) throw new Error('another user may not use a graphics processor');
        return { command: plain, uid: ownUid, variables: { HOME: '/' } };
      },
    },
    none,
  ];
}

function requireLinux({ platform }: SandboxMachine): void {
  if (platform !== 'linux') throw new Error('only Linux has namespaces');
}
