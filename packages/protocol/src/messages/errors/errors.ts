// Error payloads: one body format.
import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { errorCodes } from './error-tables.js';

/** What kind of failure. `errorStatus` has the usual HTTP status of each. The last two occur outside this part of the API. */
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

/** Specific error code. An unknown one counts as its type. */
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

const errorDetailsShape = {
  /** `errorCodesByStatus` lists those that are known. The vendor's API always sends it; other servers have details without it. */
  error_code: errorCodeSchema.optional(),
  /** With `thread_unsupported_request`: the features that threads do not have. */
  unsupported: z.array(z.string()).nullish(),
};
export type ErrorDetailsShape = { [Name in keyof typeof errorDetailsShape]: (typeof errorDetailsShape)[Name] };
/** What a program can act on. Further members depend on the code. */
export const errorDetailsSchema: z.ZodObject<ErrorDetailsShape, z.core.$loose> = z.looseObject(errorDetailsShape);
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

const errorObjectShape = {
  /** What kind of failure it is; programs act on this. */
  type: errorTypeSchema,
  /** Human-readable and subject to change. Names the invalid field, if any. */
  message: z.string(),
  /** More specific than the type; absent or null when there are no details. */
  details: errorDetailsSchema.nullish(),
};
export type ErrorObjectShape = { [Name in keyof typeof errorObjectShape]: (typeof errorObjectShape)[Name] };
/** What failed. */
export const errorObjectSchema: z.ZodObject<ErrorObjectShape, z.core.$loose> = z.looseObject(errorObjectShape);
export type ErrorObject = z.infer<typeof errorObjectSchema>;

const errorResponseShape = {
  type: z.literal('error'),
  error: errorObjectSchema,
  /** Value of the response header `request-id`, for support requests. Absent in an event. */
  request_id: z.string().nullish(),
};
export type ErrorResponseShape = { [Name in keyof typeof errorResponseShape]: (typeof errorResponseShape)[Name] };
/** The body of every error response, and the data of an `error` event. */
export const errorResponseSchema: z.ZodObject<ErrorResponseShape, z.core.$loose> = z.looseObject(errorResponseShape);
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
