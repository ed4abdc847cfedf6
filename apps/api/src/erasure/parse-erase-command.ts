import { ConfigError } from '../config/checks/config-error.js';

export interface EraseCommand {
  readonly owner: string;
  /** Only counts. */
  readonly dryRun: boolean;
  /** Does not ask for confirmation. */
  readonly yes: boolean;
}

/** The usage text of the command. */
export const eraseUsage = `OWNER [--dry-run] [--yes]
  removes the keys of an owner and everything that was made with them, and cancels what runs
  --dry-run   only prints what would be removed
  --yes       does not ask for confirmation`;

/** Parses the arguments after `erase` on the command line. Throws a ConfigError that names the error. */
export function parseEraseCommand(args: readonly string[]): EraseCommand {
  const [owner, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--dry-run' && arg !== '--yes') ?? more[0];
  if (unknown !== undefined) throw usageError(`"${unknown}" is not an argument of this command`);
  if (owner === undefined || owner === '') throw usageError('OWNER is missing');
  return { owner, dryRun: args.includes('--dry-run'), yes: args.includes('--yes') };
}

function usageError(subject: string): ConfigError {
  return new ConfigError(`erase: ${subject}; erase ${eraseUsage}`);
}
