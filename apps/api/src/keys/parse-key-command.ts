import { configuredPrefix } from '../config/parse-api-keys.js';
import { ConfigError } from '../config/checks/config-error.js';

/** What an operator wants of the keys in the store. */
export type KeyCommand =
  | { readonly do: 'new'; readonly name: string; readonly owner: string }
  | { readonly do: 'list' }
  | { readonly do: 'revoke'; readonly id: string }
  | { readonly do: 'rotate'; readonly id: string; readonly overlapHours: number };

/** Keys without an explicit owner share one, so that a lost key does not lose the stored responses. */
export const defaultOwner = 'default';
const defaultOverlapHours = 24;
const maxOverlapHours = 8_760;

/** The usage text of the commands. */
export const keyUsage = `one of:
  new NAME [--owner OWNER]     creates a key and prints it, only this once; the owner name:X is that of X in API_KEYS
  list                         lists all keys, without their secrets
  revoke ID                    revokes a key, and cancels what runs with it
  rotate ID [--hours HOURS]    creates a replacement; the old key stays valid for ${defaultOverlapHours} hours, or for HOURS`;

const nameCharacters = /^[A-Za-z0-9._-]{1,64}$/;

/** Parses the arguments after `key` on the command line. Throws a ConfigError that names the error. */
export function parseKeyCommand(args: readonly string[]): KeyCommand {
  const [verb, ...rest] = args;
  switch (verb) {
    case 'new': {
      const { subject, option } = split(rest, 'NAME', '--owner');
      return { do: 'new', name: nameOf('NAME', subject), owner: option === undefined ? defaultOwner : ownerOf(option) };
    }
    case 'list':
      if (rest.length > 0) throw usageError(`"${rest[0]}" is one argument too many`);
      return { do: 'list' };
    case 'revoke': {
      const { subject } = split(rest, 'ID');
      return { do: 'revoke', id: subject };
    }
    case 'rotate': {
      const { subject, option } = split(rest, 'ID', '--hours');
      return { do: 'rotate', id: subject, overlapHours: option === undefined ? defaultOverlapHours : hoursOf(option) };
    }
    default:
      throw usageError(verb === undefined ? 'a command is missing' : `"${verb}" is not a command`);
  }
}

function split(
  args: readonly string[],
  expected: string,
  flag?: string,
): { readonly subject: string; readonly option: string | undefined } {
  const at = flag === undefined ? -1 : args.indexOf(flag);
  const option = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && option === undefined) throw usageError(`${flag} needs a value`);
  const [subject, ...more] = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
  if (subject === undefined) throw usageError(`${expected} is missing`);
  const unknownArgument = [subject, ...more].find((arg) => arg.startsWith('-'));
  if (unknownArgument !== undefined) throw usageError(`"${unknownArgument}" is not an option of this command`);
  if (more.length > 0) throw usageError(`"${more[0]}" is one argument too many`);
  return { subject, option };
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

function hoursOf(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= maxOverlapHours))
    throw usageError(`HOURS must be a number from 0 to ${maxOverlapHours}`);
  return hours;
}

function usageError(subject: string): ConfigError {
  return new ConfigError(`key: ${subject}; ${keyUsage}`);
}
