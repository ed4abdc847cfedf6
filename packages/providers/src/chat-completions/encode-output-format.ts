import type { GenerationRequest, JsonObject, Message, OutputFormat, Warning } from '@org/engine';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import { toSupportedSchema, droppedSchemaKeywords } from './to-supported-schema.js';

/** Encodes the output format as far as the upstream enforces one. */
export function encodeOutputFormat(format: OutputFormat, profile: CapabilityProfile, warnings: Warning[]): JsonObject {
  const { outputFormats } = profile;
  if (format.type === 'text' || outputFormats === 'none') return {};
  if (format.type === 'json-object' || outputFormats === 'object') return { response_format: { type: 'json_object' } };
  const droppedKeywords = droppedSchemaKeywords(profile);
  if (droppedKeywords !== undefined)
    warnings.push({
      kind: 'ignored',
      param: 'outputFormat',
      message: `The upstream enforces the schema of the response without ${droppedKeywords}.`,
    });
  return {
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: format.name ?? 'answer',
        ...(format.description === undefined ? {} : { description: format.description }),
        schema: toSupportedSchema(format.schema, profile),
        ...(format.strict === undefined ? {} : { strict: format.strict }),
      },
    },
  };
}

/** Adds the output format as text to the conversation for upstreams that require it there. */
export function withFormatAsText(
  { messages, outputFormat: format }: GenerationRequest,
  { outputFormats }: CapabilityProfile,
  warnings: Warning[],
): readonly Message[] {
  if (outputFormats === 'schema' || format.type === 'text') return messages;
  const enforcement = outputFormats === 'object' ? 'enforces JSON only' : 'does not enforce it';
  if (outputFormats === 'none' || format.type === 'json-schema')
    warnings.push({
      kind: 'ignored',
      param: 'outputFormat',
      message: `The upstream receives the output format, but ${enforcement}.`,
    });
  const text =
    format.type === 'json-schema'
      ? `Answer with one JSON object that is valid against this JSON Schema:\n${JSON.stringify(format.schema)}`
      : 'Answer with one JSON object.';
  const found = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const index = found < 0 ? messages.length : found;
  return [...messages.slice(0, index), { role: 'system', parts: [{ type: 'text', text }] }, ...messages.slice(index)];
}
