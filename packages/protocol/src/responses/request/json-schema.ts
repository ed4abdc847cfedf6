import * as z from 'zod';

/** A JSON Schema, as an object; what is inside is the business of a JSON Schema validator. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;
