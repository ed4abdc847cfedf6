import { applyDecorators } from '../checks/apply-decorators.js';
import { Transform } from 'class-transformer';
import { IsObject, ValidateBy, type ValidationArguments } from 'class-validator';

const names = /^[\w!#$%&'*+.^`|~-]+$/;
const values = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that the client library rejects in every request. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Headers for every request to an upstream. Numbers and booleans are used as written. */
export function IsHeaders(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => toTexts(value)),
    IsObject(),
    ValidateBy({
      name: 'isSendable',
      validator: {
        validate: (value: unknown) => faultOf(value) === undefined,
        defaultMessage: (at?: ValidationArguments) => `$property ${faultOf(at?.value) ?? ''}`,
      },
    }),
  );
}

function toTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      typeof member === 'number' || typeof member === 'boolean' ? String(member) : member,
    ]),
  );
}

/** Never includes the value, because it may be a secret. */
function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!names.test(name)) return `contains ${JSON.stringify(name)}, which is not a valid header name`;
    if (reservedHeaders.has(name.toLowerCase())) return `contains "${name}", which the service sets itself`;
    if (typeof member !== 'string' || !values.test(member))
      return `has an invalid value for "${name}"; a header value is one line of Latin-1 text`;
  }
  return undefined;
}
