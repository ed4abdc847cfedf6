import { commonSchema, type JsonObject } from '@org/engine';
import { openApiSchema } from './open-api-schema.js';
import { plainSchema } from './plain-schema.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';

/** A schema in the words that the upstream takes. */
export function toSupportedSchema(schema: JsonObject, { boundedSchemas, schemas }: CapabilityProfile): JsonObject {
  const common = commonSchema(schema);
  const adapted = schemas === 'open-api' ? openApiSchema(common) : common;
  return boundedSchemas ? adapted : plainSchema(adapted);
}

/** What its schemas lose by that; `undefined` when nothing is lost. */
export function lostOfSchemas({ boundedSchemas, schemas }: CapabilityProfile): string | undefined {
  if (!boundedSchemas) return 'constraints on values, such as patterns and lengths';
  return schemas === 'open-api' ? 'the keywords that OpenAPI does not support' : undefined;
}
