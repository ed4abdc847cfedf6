// Message members beyond a neutral result: preserved for clients of this dialect, and read by no other code.
import { type Extensions, isObject, type JsonObject } from '@org/engine';
import { isEmpty, membersOutside, withoutNulls } from '../../shared/json-of.js';
import { passthroughFieldsOf } from '../extensions.js';

const neutralMembers = new Set(['id', 'type', 'role', 'model', 'content', 'usage']);
const neutralCounts = new Set([
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens_details',
]);

/** Members that only the end of a stream can report. */
const endMembers: ReadonlySet<string> = new Set(['stop_reason', 'stop_sequence', 'stop_details', 'usage']);

/** Extensions of a response, from its message as far as it is known. Ignores nulls. */
export function toResponseExtensions(message: JsonObject): { readonly extensions?: Extensions } {
  const { usage } = message;
  const remaining = isObject(usage) ? remainingUsage(usage) : {};
  const passthroughFields: JsonObject = {
    ...withoutNulls(membersOutside(message, neutralMembers)),
    ...(!isEmpty(remaining) && { usage: remaining }),
  };
  return isEmpty(passthroughFields) ? {} : { extensions: { messages: passthroughFields } };
}

function remainingUsage(usage: JsonObject): JsonObject {
  const { output_tokens_details: details } = usage;
  const remaining = isObject(details) ? membersOutside(details, new Set(['thinking_tokens'])) : {};
  return {
    ...withoutNulls(membersOutside(usage, neutralCounts)),
    ...(!isEmpty(remaining) && { output_tokens_details: remaining }),
  };
}

/** Members of the complete message. */
export function messageMembers(value: { readonly extensions?: Extensions }): JsonObject {
  return membersOutside(passthroughFieldsOf(value), endMembers);
}

/** Members of `usage` that have no neutral field. */
export function usageMembers(value: { readonly extensions?: Extensions }): JsonObject {
  const { usage } = passthroughFieldsOf(value);
  return isObject(usage) ? usage : {};
}
