// Validates plain values as settings: one sentence with path and reason for the first error.
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { ConfigError } from './config-error.js';
import { nearestName } from './nearest-name.js';
import { renamedSettings } from './renamed-settings.js';

/**
 * Converts `plain` to a validated instance of `settings` without unknown keys. `source` names the origin of the
 * values, such as the path of a file.
 */
export function validateSettings<T extends object>(settings: ClassConstructor<T>, plain: object, source: string): T {
  const instance = plainToInstance(settings, plain, { exposeDefaultValues: true });
  const [fault] = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  if (fault !== undefined) throw new ConfigError(`${source}: ${describe(fault, [])}`);
  return instance;
}

function describe(fault: ValidationError, parents: readonly string[]): string {
  const path = [...parents, fault.property];
  const broken = Object.entries(fault.constraints ?? {});
  // A wrong type is more informative than a value that is not small enough, either.
  const [rule, message] = broken.find(([name]) => name.startsWith('is')) ?? broken[0] ?? [];
  if (rule === undefined || message === undefined) {
    // A wrong kind makes all its sibling keys look wrong.
    const child = fault.children?.find(({ property }) => property === 'kind') ?? fault.children?.[0];
    return child === undefined ? `${path.join('.')} is not valid` : describe(child, path);
  }
  if (rule === 'whitelistValidation') return `${path.join('.')} is not a known key${hintOf(fault)}`;
  if (fault.value === undefined) return `${path.join('.')} is missing`;
  if (rule === 'nestedValidation') return `${path.join('.')} must be an object`;
  const detail = message.startsWith(`${fault.property} `) ? message.slice(fault.property.length + 1) : message;
  const reason = rule === 'isNumber' ? 'must be a number' : detail;
  return `${path.join('.')} ${reason}${foundThere(rule, fault.value)}`;
}

/** Minimum common prefix of two names in letters, such as `apiKey` and `apiKeyEnv`. */
const minPrefixLength = 5;

/** Rules about values that are never secrets. */
const plainRules: ReadonlySet<string> = new Set(['isInt', 'isNumber', 'isBoolean', 'isIn', 'min', 'max']);
const maxPrintedLength = 64;

/** The value found: `"5000"` and `32MB` look like numbers to their author, and a name such as `5` looks like a string. */
function foundThere(rule: string, value: unknown): string {
  if (rule === 'isString' && (typeof value === 'number' || typeof value === 'boolean'))
    return `; it is the ${typeof value} ${value}, which must be in quotes`;
  const isPrintable =
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= maxPrintedLength);
  // JSON cannot represent NaN and Infinity.
  const printed = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return plainRules.has(rule) && isPrintable ? `; it is ${printed}` : '';
}

/** What the key was probably meant to be. */
function hintOf({ property, target }: ValidationError): string {
  if (target === undefined) return '';
  const known = getMetadataStorage()
    .getTargetValidationMetadatas(target.constructor, '', false, false)
    .map(({ propertyName }) => propertyName);
  const renamed = renamedSettings.get(property);
  if (renamed !== undefined && known.includes(renamed)) return `; it is called ${renamed} now`;
  const suggestion =
    nearestName(property, known) ??
    known.find((name) => property.length >= minPrefixLength && name.startsWith(property));
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}
