import * as z from 'zod';
import { misalignmentSchema } from '../response/response-error.js';

const errorObjectShape = {
  /** For people to read: names the field, the rule and the kind of the value. */
  message: z.string(),
  /** The general error type, one of `errorTypes` from this service. */
  type: z.string(),
  /** Path of the field at fault, or null. */
  param: z.string().nullable(),
  /** The exact kind, or null. */
  code: z.string().nullable(),
  /** Only with `misalignment_policy_violation`. */
  misalignment: misalignmentSchema.optional(),
};
export type ErrorObjectShape = { [Name in keyof typeof errorObjectShape]: (typeof errorObjectShape)[Name] };
/** What went wrong, as error replies and WebSocket error frames carry it. */
export const errorObjectSchema: z.ZodObject<ErrorObjectShape, z.core.$loose> = z.looseObject(errorObjectShape);
export type ErrorObject = z.infer<typeof errorObjectSchema>;

/** Body of every reply that is not a success. */
export const errorBodySchema = z.looseObject({ error: errorObjectSchema });
export type ErrorBody = z.infer<typeof errorBodySchema>;
