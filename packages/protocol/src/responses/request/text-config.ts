import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { jsonSchemaSchema } from './json-schema.js';

/** Plain text. */
export const responseFormatTextSchema = z.looseObject({ type: z.literal('text') });

/** The response is one JSON object of any shape. */
export const responseFormatJsonObjectSchema = z.looseObject({ type: z.literal('json_object') });

const responseFormatTextJsonSchemaConfigShape = {
  type: z.literal('json_schema'),
  /** Name of the format for the model: letters, digits, `_` and `-`, 64 at most. */
  name: z.string(),
  /** JSON Schema that the response must match. */
  schema: jsonSchemaSchema,
  /** Purpose of the format, shown to the model. */
  description: z.string().nullish(),
  /** Whether to constrain the model to the schema while it generates. Default false. */
  strict: z.boolean().nullish(),
};
export type ResponseFormatTextJsonSchemaConfigShape = {
  [
    Name in keyof typeof responseFormatTextJsonSchemaConfigShape
  ]: (typeof responseFormatTextJsonSchemaConfigShape)[Name];
};
/** The response is JSON that matches `schema`. */
export const responseFormatTextJsonSchemaConfigSchema: z.ZodObject<
  ResponseFormatTextJsonSchemaConfigShape,
  z.core.$loose
> = z.looseObject(responseFormatTextJsonSchemaConfigShape);
export type ResponseFormatTextJsonSchemaConfig = z.infer<typeof responseFormatTextJsonSchemaConfigSchema>;

/** Format of the response text. Default `text`. */
export const responseFormatTextConfigSchema = openUnion([
  responseFormatTextSchema,
  responseFormatTextJsonSchemaConfigSchema,
  responseFormatJsonObjectSchema,
]);
export type ResponseFormatTextConfig = z.infer<typeof responseFormatTextConfigSchema>;

const responseTextConfigShape = {
  /** Default: plain text. */
  format: responseFormatTextConfigSchema.optional(),
  /** Verbosity of the response. Default: the model's own. Responses omit it when the request did not set it. */
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
};
export type ResponseTextConfigShape = {
  [Name in keyof typeof responseTextConfigShape]: (typeof responseTextConfigShape)[Name];
};
/** Format of the response text, and its verbosity. */
export const responseTextConfigSchema: z.ZodObject<ResponseTextConfigShape, z.core.$loose> =
  z.looseObject(responseTextConfigShape);
export type ResponseTextConfig = z.infer<typeof responseTextConfigSchema>;
