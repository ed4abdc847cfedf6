import { configuredPrefix } from '../config/parse-api-keys.js';
import { ConfigError } from '../config/checks/config-error.js';

/** What an operator wants of the keys in the store. */
export type KeyCommand =
  | { readonly do: 'new'; readonly name: string; readonly owner: string; readonly days?: number }
  | { readonly do: 'list'; readonly all: boolean }
  | { readonly do: 'revoke'; readonly id: string }
  | { readonly do: 'rotate'; readonly id: string; readonly overlapHours: number; readonly days?: number }
  | { readonly do: 'usage'; readonly owner: string }
  | { readonly do: 'audit'; readonly since: number; readonly keyId?: string };

/** Keys without an explicit owner share one, so that a lost key does not lose the stored responses. */
export const defaultOwner = 'default';
const defaultOverlapHours = 24;
const maxOverlapHours = 8_760;
const maxDays = 36_500;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** The usage text of the commands. */
export const keyUsage = `one of:
  new NAME [--owner OWNER] [--days DAYS]   creates a key and prints it, only this once; it expires after DAYS, or never;
                                           the owner name:X is that of X in API_KEYS
  list [--all]                             lists the keys, without their secrets; --all includes revoked ones and
                                           shows what replaced rotated ones
  revoke ID                                revokes a key, and cancels what runs with it
  rotate ID [--hours HOURS] [--days DAYS]  creates a replacement, which expires after DAYS, or never; the old key stays valid
                                           for ${defaultOverlapHours} hours, or for HOURS
  usage OWNER                              prints what an owner stores
  audit [--since TIME] [--key ID]          prints what happened to the keys since TIME, such as 2026-11-28 or 7d`;

const nameCharacters = /^[A-Za-z0-9._-]{1,64}$/;

/** Parses the arguments after `key` on the command line at the time `now`. Throws a ConfigError that names the error. */
export function parseKeyCommand(args: readonly string[], now: number = Date.now()): KeyCommand {
  const [verb, ...rest] = args;
  switch (verb) {
    case 'new': {
      const { subject, options } = split(rest, 'NAME', ['--owner', '--days']);
      const [owner, days] = [options.get('--owner'), options.get('--days')];
      return {
        do: 'new',
        name: nameOf('NAME', subject),
        owner: owner === undefined ? defaultOwner : ownerOf(owner),
        ...(days === undefined ? {} : { days: numberOf('DAYS', days, 1, maxDays) }),
      };
    }
    case 'list': {
      const unknown = rest.find((arg) => arg !== '--all');
      if (unknown !== undefined) throw usageError(`"${unknown}" is one argument too many`);
      return { do: 'list', all: rest.length > 0 };
    }
    case 'revoke':
      return { do: 'revoke', id: split(rest, 'ID', []).subject };
    case 'rotate': {
      const { subject, options } = split(rest, 'ID', ['--hours', '--days']);
      const [hours, days] = [options.get('--hours'), options.get('--days')];
      return {
        do: 'rotate',
        id: subject,
        overlapHours: hours === undefined ? defaultOverlapHours : numberOf('HOURS', hours, 0, maxOverlapHours),
        ...(days === undefined ? {} : { days: numberOf('DAYS', days, 1, maxDays) }),
      };
    }
    case 'usage':
      return { do: 'usage', owner: ownerOf(split(rest, 'OWNER', []).subject) };
    case 'audit': {
      const { options } = split(['', ...rest], '', ['--since', '--key']);
      const [since, keyId] = [options.get('--since'), options.get('--key')];
      return {
        do: 'audit',
        since: since === undefined ? 0 : timeOf(since, now),
        ...(keyId === undefined ? {} : { keyId }),
      };
    }
    default:
      throw usageError(verb === undefined ? 'a command is missing' : `"${verb}" is not a command`);
  }
}

/** The only argument, and the values of the options among `flags`. */
function split(
  args: readonly string[],
  expected: string,
  flags: readonly string[],
): { readonly subject: string; readonly options: ReadonlyMap<string, string> } {
  const options = new Map<string, string>();
  const others: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!flags.includes(arg)) {
      others.push(arg);
      continue;
    }
    const value = args[++at];
    if (value === undefined) throw usageError(`${arg} needs a value`);
    options.set(arg, value);
  }
  const [subject, ...more] = others;
  if (subject === undefined) throw usageError(`${expected} is missing`);
  const unknownArgument = others.find((arg) => arg.startsWith('-'));
  if (unknownArgument !== undefined) throw usageError(`"${unknownArgument}" is not an option of this command`);
  if (more.length > 0) throw usageError(`"${more[0]}" is one argument too many`);
  return { subject, options };
}

function nameOf(subject: string, text: string): string {
  if (!nameCharacters.test(text)) throw usageError(`${subject} must have 1 to 64 letters, digits, ".", "_" or "-"`);
  return text;
}

/** What was made with a key in API_KEYS belongs to `name:` and its name. */
function ownerOf(text: string): string {
  return text.startsWith(configuredPrefix)
    ? configuredPrefix + nameOf('OWNER', text.slice(configuredPrefix.length))
    : nameOf('OWNER', text);
}

function numberOf(subject: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= min && number <= max))
    throw usageError(`${subject} must be a number from ${min} to ${max}`);
  return number;
}

/** Unix milliseconds of a date, or of some hours or days before `now`. */
function timeOf(text: string, now: number): number {
  const ago = /^(\d{1,5})([hd])$/.exec(text);
  if (ago !== null) return now - Number(ago[1]) * (ago[2] === 'h' ? hourMs : dayMs);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw usageError('TIME must be a date such as 2026-11-28, or hours or days such as 24h or 7d');
  return time;
}

function usageError(subject: string): ConfigError {
  return new ConfigError(`key: ${subject}; ${keyUsage}`);
}
