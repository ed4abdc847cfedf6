// Failures on the wire: one body shape.
import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { errorCodes } from './error-tables.js';

/** The last two occur outside this part of the API. */
export const errorTypeSchema = openEnum([
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'request_too_large',
  'rate_limit_error',
  'api_error',
  'timeout_error',
  'overloaded_error',
  'memory_precondition_failed_error',
  'memory_path_conflict_error',
]);
export type ErrorType = z.infer<typeof errorTypeSchema>;

export const errorCodeSchema = openEnum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** Features that a service without threads for them names in `details.unsupported`. */
export const threadUnsupportedFeatureNameSchema = openEnum([
  'cache_control',
  'context_management',
  'fallbacks',
  'hipaa',
  'inference_hooks',
  'thinking',
]);
export type ThreadUnsupportedFeatureName = z.infer<typeof threadUnsupportedFeatureNameSchema>;

/** What a program can act on. Further members depend on the code. */
export const errorDetailsSchema = z.looseObject({
  error_code: errorCodeSchema,
  unsupported: z.array(z.string()).nullish(),
});
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

export const errorObjectSchema = z.looseObject({
  type: errorTypeSchema,
  message: z.string(),
  details: errorDetailsSchema.nullish(),
});
export type ErrorObject = z.infer<typeof errorObjectSchema>;

/** The body of every answer that is not a success, and the data of an `error` event. */
export const errorResponseSchema = z.looseObject({
  type: z.literal('error'),
  error: errorObjectSchema,
  request_id: z.string().nullish(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
