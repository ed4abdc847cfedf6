import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { jsonSchemaSchema } from './json-schema.js';

/** Plain text. */
export const responseFormatTextSchema = z.looseObject({ type: z.literal('text') });

/** The answer is one JSON object of any shape. */
export const responseFormatJsonObjectSchema = z.looseObject({ type: z.literal('json_object') });

const responseFormatTextJsonSchemaConfigShape = {
  type: z.literal('json_schema'),
  /** Names the format to the model: letters, digits, `_` and `-`, 64 at most. */
  name: z.string(),
  /** What the answer validates against. */
  schema: jsonSchemaSchema,
  /** What the format is for, told to the model. */
  description: z.string().nullish(),
  /** Hold the model to the schema while it writes. Default false. */
  strict: z.boolean().nullish(),
};
export type ResponseFormatTextJsonSchemaConfigShape = {
  [
    Name in keyof typeof responseFormatTextJsonSchemaConfigShape
  ]: (typeof responseFormatTextJsonSchemaConfigShape)[Name];
};
/** The answer is JSON that validates against `schema`. */
export const responseFormatTextJsonSchemaConfigSchema: z.ZodObject<
  ResponseFormatTextJsonSchemaConfigShape,
  z.core.$loose
> = z.looseObject(responseFormatTextJsonSchemaConfigShape);
export type ResponseFormatTextJsonSchemaConfig = z.infer<typeof responseFormatTextJsonSchemaConfigSchema>;

/** The form of the answer's text. Default `text`. */
export const responseFormatTextConfigSchema = openUnion([
  responseFormatTextSchema,
  responseFormatTextJsonSchemaConfigSchema,
  responseFormatJsonObjectSchema,
]);
export type ResponseFormatTextConfig = z.infer<typeof responseFormatTextConfigSchema>;

const responseTextConfigShape = {
  /** Default: plain text. */
  format: responseFormatTextConfigSchema.optional(),
  /** How wordy the answer is. Default: the model's own. Answers omit it when it was not asked for. */
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
};
export type ResponseTextConfigShape = {
  [Name in keyof typeof responseTextConfigShape]: (typeof responseTextConfigShape)[Name];
};
/** The form of the answer's text, and how wordy it is. */
export const responseTextConfigSchema: z.ZodObject<ResponseTextConfigShape, z.core.$loose> =
  z.looseObject(responseTextConfigShape);
export type ResponseTextConfig = z.infer<typeof responseTextConfigSchema>;
