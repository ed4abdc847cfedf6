import { jsonOf } from '../../shared/json-of.js';
import { unknownMembers } from '../../shared/unknown-members.js';
import { knownFields, knownSettings } from '../decode/known-fields.js';
import type { Rule } from './rule.js';

/** In strict mode an unknown field is an error, as it is at the vendor; otherwise it only causes a warning. */
export const unknownFields: Rule = (request, { strict }) => {
  if (!strict) return undefined;
  const field =
    Object.keys(request).find((key) => !knownFields.has(key)) ?? unknownMembers(jsonOf(request), knownSettings)[0];
  return field === undefined ? undefined : { param: field, message: `${field}: Extra inputs are not permitted` };
};
