// The schemas of both APIs as OpenAPI components: `Messages...` and `Responses...`, by the names of the protocol
// package.
import type { JsonObject } from '@org/engine';
import * as messages from '@org/protocol/messages';
import * as responses from '@org/protocol/responses';
import { z } from 'zod';
import { messages as messagesTexts } from './descriptions/messages.js';
import { responses as responsesTexts } from './descriptions/responses.js';
import { withDescriptions, type Descriptions } from './with-descriptions.js';

const registry = z.registry<{ id: string }>();
/** Registered name of a schema; one that is exported twice has two names. */
const known = new Map<z.ZodType, string>();
const aliases: Record<string, JsonObject> = {};
for (const [prefix, payload] of [
  ['Messages', messages],
  ['Responses', responses],
] as const) {
  for (const [name, value] of Object.entries(payload)) {
    if (!(value instanceof z.ZodType)) continue;
    const id = componentName(prefix, name);
    const first = known.get(value);
    if (first !== undefined) {
      aliases[id] = { $ref: `#/components/schemas/${first}` };
      continue;
    }
    known.set(value, id);
    registry.add(value, { id });
  }
}

function componentName(prefix: string, exported: string): string {
  const type = exported.replace(/Schema$/, '');
  return prefix + type.charAt(0).toUpperCase() + type.slice(1);
}

const descriptions: Readonly<Record<string, Descriptions>> = { ...messagesTexts, ...responsesTexts };

/** All components, with a description where available. */
export function schemaComponents(): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(bareComponents()).map(([id, schema]) => [id, withDescriptions(schema, descriptions[id] ?? {})]),
  );
}

/** All components as JSON Schema 2020-12, which OpenAPI 3.1 accepts unchanged. */
export function bareComponents(): Record<string, JsonObject> {
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    io: 'input',
    override: ({ jsonSchema }) => withoutSafeIntegers(jsonSchema),
  });
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)])),
    ...aliases,
  };
}

/** Removes the two members that the document itself contains. */
function withoutIdentity(schema: object): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}

/** Removes bounds that only mean a safe integer, which are noise to a reader. */
function withoutSafeIntegers(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
