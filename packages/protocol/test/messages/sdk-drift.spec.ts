import * as messages from '#src/messages.js';
import { z } from 'zod';
import {
  addedMembers,
  differentValues,
  omittedErrorCodes,
  omittedMembers,
  omittedTypes,
  openAliases,
  renamed,
} from './sdk-omissions.js';
import { sdkErrorClass } from './sdk-error-class.js';
import { literalsOf, membersOf, tagsIn } from './schema-shape.js';
import { readSdkTypes, resolved, type SdkMember, type SdkType } from './sdk-types.js';

const sdk = readSdkTypes([
  'resources/messages/messages',
  'resources/messages/batches',
  'resources/beta/messages/messages',
  'resources/models',
  'resources/files',
  'resources/shared',
  'core/pagination',
]);
const schemas: Readonly<Record<string, unknown>> = messages;

/** Our schema of an SDK type; a dotted name is a member of an object schema. */
function schemaOf(sdkName: string): z.ZodType | undefined {
  const [name, member] = (renamed[sdkName] ?? camelCase(sdkName)).split('.');
  const schema = schemas[`${name}Schema`];
  if (!(schema instanceof z.ZodType)) return undefined;
  return member === undefined ? schema : membersOf(schema)?.[member];
}

/** `URLImageSource` is `urlImageSource`. */
function camelCase(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

function isOmitted(name: string): boolean {
  return omittedTypes.some(([pattern]) => pattern.test(name));
}

function tagsOfType(type: SdkType): string[] {
  return type.references.flatMap((name) => [...(sdk.interfaces.get(name)?.get('type')?.literals ?? [])]);
}

/** The entries that only one of the lists has, except for documented differences. */
function difference(where: string, theirs: readonly string[], ours: readonly string[]): string[] {
  const listed = (value: string): boolean => `${where} ${value}` in differentValues;
  return [
    ...theirs
      .filter((value) => !ours.includes(value) && !listed(value))
      .map((value) => `${where}: '${value}' is only in the SDK`),
    ...ours
      .filter((value) => !theirs.includes(value) && !listed(value))
      .map((value) => `${where}: '${value}' is only here`),
  ];
}

function memberDifference(where: string, member: SdkMember, schema: z.ZodType): string[] {
  const type = resolved(member, sdk, openAliases);
  const found = [
    ...difference(where, type.literals, literalsOf(schema)),
    ...difference(where, [...new Set(tagsOfType(type))], [...new Set(tagsIn(schema))]),
  ];
  if (type.nullable && !schema.safeParse(null).success) found.push(`${where}: null is allowed in the SDK`);
  if (member.optional && !schema.safeParse(undefined).success) found.push(`${where}: may be absent in the SDK`);
  return found;
}

const compared = [...sdk.interfaces].filter(([name]) => schemaOf(name) !== undefined && !isOmitted(name));
const comparedAliases = [...sdk.aliases].filter(([name]) => schemaOf(name) !== undefined && !isOmitted(name));

describe('the schemas against the type files of the official SDK', () => {
  it('every type of the SDK has a schema, or a reason why not', () => {
    const missing = [...sdk.interfaces.keys(), ...sdk.aliases.keys()].filter(
      (name) => schemaOf(name) === undefined && !isOmitted(name),
    );
    expect(missing).toEqual([]);
  });

  it.each(compared)('%s has the same members, values and variants', (name, members) => {
    const schema = schemaOf(name);
    const shape = schema === undefined ? undefined : membersOf(schema);
    if (shape === undefined) return;
    const theirs = [...members.keys()].filter((key) => !(`${name}.${key}` in omittedMembers));
    const ours = Object.keys(shape).filter((key) => !(`${name}.${key}` in addedMembers));
    const found = difference(name, theirs, ours);
    for (const [key, member] of members) {
      const inner = shape[key];
      if (inner !== undefined) found.push(...memberDifference(`${name}.${key}`, member, inner));
    }
    expect(found).toEqual([]);
  });

  it.each(comparedAliases)('%s has the same values and variants', (name, alias) => {
    const schema = schemaOf(name);
    expect(
      schema === undefined ? ['no schema'] : memberDifference(name, { ...alias, optional: false }, schema),
    ).toEqual([]);
  });

  it('every error code of the SDK is listed under the status of its class, or has a reason why not', () => {
    const statuses = Object.fromEntries(Object.entries(sdkErrorClass).map(([status, name]) => [name, Number(status)]));
    const ours = Object.entries(messages.errorCodesByStatus).flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`),
    );
    const theirs = [...sdk.errorCodes]
      .filter(([code]) => !omittedErrorCodes.some(([pattern]) => pattern.test(code)))
      .map(([code, base]) => `${statuses[base.replace(/^Errors/, '')]} ${code}`);
    expect(difference('error codes', theirs, ours)).toEqual([]);
  });

  it('lists no omission that the SDK no longer needs', () => {
    const known = [...sdk.interfaces.keys(), ...sdk.aliases.keys()];
    const idle = omittedTypes.filter(([pattern]) => !known.some((name) => pattern.test(name)));
    const renamedAway = Object.keys(renamed).filter((name) => !known.includes(name));
    const removed = Object.keys(omittedMembers).filter((path) => {
      const [name = '', key = ''] = path.split('.');
      return sdk.interfaces.get(name)?.has(key) !== true;
    });
    expect([...idle.map(([pattern]) => String(pattern)), ...renamedAway, ...removed]).toEqual([]);
  });
});
