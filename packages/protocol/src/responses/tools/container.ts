// Where hosted code runs.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

const memoryLimitSchema = z.enum(['1g', '4g', '16g', '64g']);

/** Network access of the container. Secrets are added to requests to their domain and never shown to the model. */
export const containerNetworkPolicySchema = openUnion([
  z.looseObject({ type: z.literal('disabled') }),
  z.looseObject({
    type: z.literal('allowlist'),
    allowed_domains: z.array(z.string()),
    domain_secrets: z.array(z.looseObject({ domain: z.string(), name: z.string(), value: z.string() })).optional(),
  }),
]);
export type ContainerNetworkPolicy = z.infer<typeof containerNetworkPolicySchema>;

/** Instructions and files for the model, by reference or as a zip archive in base64. */
export const skillSchema = openUnion([
  z.looseObject({ type: z.literal('skill_reference'), skill_id: z.string(), version: z.string().optional() }),
  z.looseObject({
    type: z.literal('inline'),
    name: z.string(),
    description: z.string(),
    source: z.looseObject({
      type: z.literal('base64'),
      media_type: z.literal('application/zip'),
      data: z.string(),
    }),
  }),
]);
export type Skill = z.infer<typeof skillSchema>;

const containerAutoShape = {
  type: z.literal('container_auto'),
  /** Files that are put into it. */
  file_ids: z.array(z.string()).optional(),
  /** Gibibytes. */
  memory_limit: memoryLimitSchema.nullish(),
  /** Network access. Default: none. */
  network_policy: containerNetworkPolicySchema.optional(),
  /** Instructions and files for the model, put into it. */
  skills: z.array(skillSchema).optional(),
};
export type ContainerAutoShape = { [Name in keyof typeof containerAutoShape]: (typeof containerAutoShape)[Name] };
/** A new container for shell calls. */
export const containerAutoSchema: z.ZodObject<ContainerAutoShape, z.core.$loose> = z.looseObject(containerAutoShape);
export type ContainerAuto = z.infer<typeof containerAutoSchema>;

const codeInterpreterAutoShape = {
  type: z.literal('auto'),
  /** Files that are put into it. */
  file_ids: z.array(z.string()).optional(),
  /** Gibibytes. */
  memory_limit: memoryLimitSchema.nullish(),
  /** Network access. Default: none. */
  network_policy: containerNetworkPolicySchema.optional(),
};
export type CodeInterpreterAutoShape = {
  [Name in keyof typeof codeInterpreterAutoShape]: (typeof codeInterpreterAutoShape)[Name];
};
/** A new container for the code interpreter. */
export const codeInterpreterAutoSchema: z.ZodObject<CodeInterpreterAutoShape, z.core.$loose> =
  z.looseObject(codeInterpreterAutoShape);
export type CodeInterpreterAuto = z.infer<typeof codeInterpreterAutoSchema>;

/** The client's own machine. */
export const localEnvironmentSchema = z.looseObject({
  type: z.literal('local'),
  skills: z.array(z.looseObject({ name: z.string(), description: z.string(), path: z.string() })).optional(),
});
export type LocalEnvironment = z.infer<typeof localEnvironmentSchema>;

/** A container that exists already. */
export const containerReferenceSchema = z.looseObject({
  type: z.literal('container_reference'),
  container_id: z.string(),
});
export type ContainerReference = z.infer<typeof containerReferenceSchema>;

/** Where a shell call ran or is to run. */
export const shellEnvironmentSchema = openUnion([localEnvironmentSchema, containerReferenceSchema]);
export type ShellEnvironment = z.infer<typeof shellEnvironmentSchema>;
