import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

const misalignmentShape = {
  /** What the model was about to do. */
  detailed_explanation: z.string().optional(),
  /** The kind of action that was stopped. */
  error_type: openEnum([
    'potentially_unintended_data_transfer',
    'potentially_unintended_data_access',
    'potentially_unintended_destructive_activity',
    'other',
  ]).optional(),
  /** What a human reviewer should look at. */
  review_target: z.string().nullish(),
  /** Message to the model that steers it onto another path. */
  steer: z.looseObject({ message: z.string() }).optional(),
};
export type MisalignmentShape = { [Name in keyof typeof misalignmentShape]: (typeof misalignmentShape)[Name] };
/** Why a policy on misaligned actions stopped the model. */
export const misalignmentSchema: z.ZodObject<MisalignmentShape, z.core.$loose> = z.looseObject(misalignmentShape);
export type Misalignment = z.infer<typeof misalignmentSchema>;

/** The codes that the official types know for a failed response. */
export const responseErrorCodes = [
  'server_error',
  'rate_limit_exceeded',
  'invalid_prompt',
  'data_residency_mismatch',
  'bio_policy',
  'misalignment_policy_violation',
  'vector_store_timeout',
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_url',
  'image_too_large',
  'image_too_small',
  'image_parse_error',
  'image_content_policy_violation',
  'invalid_image_mode',
  'image_file_too_large',
  'unsupported_image_media_type',
  'empty_image_file',
  'failed_to_download_image',
  'image_file_not_found',
] as const;

const responseErrorShape = {
  /** The kind of failure. */
  code: openEnum(responseErrorCodes),
  /** For people to read. */
  message: z.string(),
  /** Path of the field that caused the error, if any. */
  param: z.string().nullish(),
  /** The broad kind, as in error bodies. */
  type: z.string().nullish(),
  /** Only with `misalignment_policy_violation`. */
  misalignment: misalignmentSchema.optional(),
};
export type ResponseErrorShape = { [Name in keyof typeof responseErrorShape]: (typeof responseErrorShape)[Name] };
/** Why a response failed. Other codes are accepted, because servers define their own. */
export const responseErrorSchema: z.ZodObject<ResponseErrorShape, z.core.$loose> = z.looseObject(responseErrorShape);
export type ResponseError = z.infer<typeof responseErrorSchema>;
