import { jsonOf } from '../../shared/json-of.js';
import { unknownMembers } from '../../shared/unknown-members.js';
import { knownFields, knownSettings } from '../decode/known-fields.js';
import type { Rule } from './rule.js';

/** In strict mode a field that nobody knows is an error, as it is at the vendor; otherwise it is only warned of. */
export const unknownFields: Rule = (request, { strict }) => {
  if (!strict) return undefined;
  const field =
    Object.keys(request).find((key) => !knownFields.has(key)) ?? unknownMembers(jsonOf(request), knownSettings)[0];
  return field === undefined ? undefined : { param: field, message: `${field}: Extra inputs are not permitted` };
};
