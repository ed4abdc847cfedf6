import type { MatchedError } from './compat-rule.js';
import { namedFields } from '../errors/rejected-field-patterns.js';
import { type RejectedField, rejectedPaths } from '../errors/rejected-fields.js';

/** Codes of upstreams for a field that they do not know or support, whatever their words: a path names the field. */
export const fieldErrorCodes = [
  'unknown_parameter',
  'unsupported_parameter',
  'unrecognized_parameter',
  'unknown_field',
  'unsupported_field',
  'extra_forbidden',
  'unrecognized_keys',
];

/** The top-level fields that an error names by its code and a path, or in the words of a known server. */
export function rejectedFieldNames(match: MatchedError): readonly string[] {
  const pointed = pathsByCode(match).filter((path) => !path.includes('.'));
  return [...new Set([...pointed, ...namedFields(match.text)])];
}

/** The fields at any depth that an error names by its code and a path, or in the words of a known server. */
export function rejectedFieldPaths(match: MatchedError): readonly RejectedField[] {
  const pointed = pathsByCode(match).map((path) => path.split('.').filter((segment) => /^[a-z_]+$/.test(segment)));
  return [...pointed.filter((path) => path.length > 0).map((path) => ({ path })), ...rejectedPaths(match.text)];
}

function pathsByCode({ codes, at }: MatchedError): readonly string[] {
  return codes.some((code) => fieldErrorCodes.includes(code)) ? at : [];
}
