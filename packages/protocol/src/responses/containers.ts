// Containers, in which hosted code runs: /v1/containers. Times are Unix seconds.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { createListSchema } from './lists.js';
import { containerNetworkPolicySchema, skillSchema } from './tools/container.js';

const memoryLimitSchema = z.enum(['1g', '4g', '16g', '64g']);

const containerCreateParamsShape = {
  name: z.string().max(512),
  /** Minutes after the last use when the container expires, 1 to 1440. Default 20. */
  expires_after: z.looseObject({ anchor: z.literal('last_active_at'), minutes: z.int().min(1).max(1440) }).optional(),
  /** Uploaded files that the container has from the start. */
  file_ids: z.array(z.string()).max(100).optional(),
  /** Memory of its processes; the limit of the service applies as well. */
  memory_limit: memoryLimitSchema.optional(),
  /** Network access. This service offers none: `allowlist` is rejected. */
  network_policy: containerNetworkPolicySchema.optional(),
  /** This service has no skills: a skill is rejected. */
  skills: z.array(skillSchema).optional(),
};
export type ContainerCreateParamsShape = {
  [Name in keyof typeof containerCreateParamsShape]: (typeof containerCreateParamsShape)[Name];
};
/** Body of `POST /v1/containers`. */
export const containerCreateParamsSchema: z.ZodObject<ContainerCreateParamsShape, z.core.$loose> =
  z.looseObject(containerCreateParamsShape);
export type ContainerCreateParams = z.infer<typeof containerCreateParamsSchema>;

const containerObjectShape = {
  /** What tools name as `container`. */
  id: z.string(),
  object: z.literal('container'),
  created_at: z.int(),
  name: z.string(),
  status: openEnum(['running', 'active', 'expired', 'deleted']),
  last_active_at: z.int().optional(),
  expires_after: z
    .looseObject({ anchor: z.literal('last_active_at').optional(), minutes: z.int().optional() })
    .optional(),
  memory_limit: memoryLimitSchema.optional(),
  network_policy: z.looseObject({ type: openEnum(['disabled', 'allowlist']) }).optional(),
};
export type ContainerObjectShape = { [Name in keyof typeof containerObjectShape]: (typeof containerObjectShape)[Name] };
/** A container without its files. */
export const containerObjectSchema: z.ZodObject<ContainerObjectShape, z.core.$loose> =
  z.looseObject(containerObjectShape);
export type ContainerObject = z.infer<typeof containerObjectSchema>;

/** Body of `GET /v1/containers`. */
export const containerObjectsPageSchema = createListSchema(containerObjectSchema);
export type ContainerObjectsPage = z.infer<typeof containerObjectsPageSchema>;

/** Body of `DELETE /v1/containers/{id}`. */
export const containerDeletedSchema = z.looseObject({
  id: z.string(),
  object: z.literal('container.deleted'),
  deleted: z.boolean(),
});
export type ContainerDeleted = z.infer<typeof containerDeletedSchema>;

const containerFileObjectShape = {
  id: z.string(),
  object: z.literal('container.file'),
  container_id: z.string(),
  created_at: z.int(),
  bytes: z.int().min(0),
  /** Where code finds it. */
  path: z.string(),
  /** `assistant`: code made it. */
  source: openEnum(['user', 'assistant']),
};
export type ContainerFileObjectShape = {
  [Name in keyof typeof containerFileObjectShape]: (typeof containerFileObjectShape)[Name];
};
/** A file of a container without its content. */
export const containerFileObjectSchema: z.ZodObject<ContainerFileObjectShape, z.core.$loose> =
  z.looseObject(containerFileObjectShape);
export type ContainerFileObject = z.infer<typeof containerFileObjectSchema>;

/** Body of `GET /v1/containers/{id}/files`. */
export const containerFileObjectsPageSchema = createListSchema(containerFileObjectSchema);
export type ContainerFileObjectsPage = z.infer<typeof containerFileObjectsPageSchema>;

/** Body of `DELETE /v1/containers/{id}/files/{file_id}`. */
export const containerFileDeletedSchema = z.looseObject({
  id: z.string(),
  object: z.literal('container.file.deleted'),
  deleted: z.boolean(),
});
export type ContainerFileDeleted = z.infer<typeof containerFileDeletedSchema>;

const containerFileCreateParamsShape = {
  /** The content, with the file's name: a part of a form. */
  file: z.unknown().meta({ type: 'string', contentMediaType: 'application/octet-stream' }).optional(),
  /** An uploaded file, in place of the content. */
  file_id: z.string().optional(),
};
export type ContainerFileCreateParamsShape = {
  [Name in keyof typeof containerFileCreateParamsShape]: (typeof containerFileCreateParamsShape)[Name];
};
/** `POST /v1/containers/{id}/files`: a form, or JSON with `file_id`. */
export const containerFileCreateParamsSchema: z.ZodObject<ContainerFileCreateParamsShape, z.core.$loose> =
  z.looseObject(containerFileCreateParamsShape);
export type ContainerFileCreateParams = z.infer<typeof containerFileCreateParamsSchema>;
