import type { EscapeKind } from '@org/sandbox';

/**
 * What holds for the process of a local model, strongest first. `namespaces`: the kernel shows it the model file, Node, this package with
 * what it needs, and the libraries of the system, no process of the service and no network. `user`: it runs as a user of its own.
 * `none`: it has the rights of the service. Node's permission model is no level: native code ignores it, and the engine starts
 * a program to test its libraries.
 */
export type SandboxLevel = 'namespaces' | 'user' | 'none';

/**
 * `auto`: the strongest level that this machine permits. `require`: `namespaces`, or the model does not load. `off`: `none`.
 */
export type SandboxMode = 'auto' | 'require' | 'off';

/** The sandbox in which a model runs. */
export interface SandboxReport {
  readonly level: SandboxLevel;
  /** The program that creates the namespaces. */
  readonly tool?: 'bubblewrap' | 'unshare';
  /** Why each stronger level is not used. */
  readonly unmet?: readonly string[];
}

/** What each level prevents. The process tries all of these before it loads a model. */
export const preventedEscapes: Readonly<Record<SandboxLevel, readonly EscapeKind[]>> = {
  namespaces: ['environment', 'files', 'signal', 'network'],
  user: ['environment', 'files', 'signal'],
  none: [],
};
