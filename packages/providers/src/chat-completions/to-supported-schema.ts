import { commonSchema, type JsonObject } from '@org/engine';
import { openApiSchema } from './open-api-schema.js';
import { plainSchema } from './plain-schema.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';

/** Converts a schema to the keywords that the upstream supports. */
export function toSupportedSchema(schema: JsonObject, { boundedSchemas, schemas }: CapabilityProfile): JsonObject {
  const common = commonSchema(schema);
  const adapted = schemas === 'open-api' ? openApiSchema(common) : common;
  return boundedSchemas ? adapted : plainSchema(adapted);
}

/** Returns what schemas lose in the conversion; `undefined` when nothing is lost. */
export function droppedSchemaKeywords({ boundedSchemas, schemas }: CapabilityProfile): string | undefined {
  if (!boundedSchemas) return 'constraints on values, such as patterns and lengths';
  return schemas === 'open-api' ? 'the keywords that OpenAPI does not support' : undefined;
}
