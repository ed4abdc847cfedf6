// The machine in which the service runs code.
import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

const skillParamsShape = {
  /** `anthropic`: made by the vendor; `custom`: by the client's organisation. */
  type: z.enum(['anthropic', 'custom']),
  skill_id: z.string(),
  /** Default: the latest. */
  version: z.string().optional(),
};
export type SkillParamsShape = { [Name in keyof typeof skillParamsShape]: (typeof skillParamsShape)[Name] };
/** Instructions and files to load into a container. */
export const skillParamsSchema: z.ZodObject<SkillParamsShape, z.core.$loose> = z.looseObject(skillParamsShape);
export type SkillParams = z.infer<typeof skillParamsSchema>;

const containerParamsShape = {
  /** ID of a container to reuse. Null or absent: a new one. */
  id: z.string().nullish(),
  /** What is to be loaded into it. */
  skills: z.array(skillParamsSchema).nullish(),
};
export type ContainerParamsShape = { [Name in keyof typeof containerParamsShape]: (typeof containerParamsShape)[Name] };
/** A container to use again or to make, for code that the service or an upstream of this dialect runs; elsewhere there is a warning. */
export const containerParamsSchema: z.ZodObject<ContainerParamsShape, z.core.$loose> =
  z.looseObject(containerParamsShape);
export type ContainerParams = z.infer<typeof containerParamsSchema>;

/** ID of a container to reuse, or settings of a new one. */
export const messageCreateParamsContainerSchema = z.union([z.string(), containerParamsSchema]);
export type MessageCreateParamsContainer = z.infer<typeof messageCreateParamsContainerSchema>;

const containerSkillShape = {
  /** `anthropic`: made by the vendor; `custom`: by the client's organisation. */
  type: openEnum(['anthropic', 'custom']),
  skill_id: z.string(),
  /** The version that was loaded. */
  version: z.string(),
};
export type ContainerSkillShape = { [Name in keyof typeof containerSkillShape]: (typeof containerSkillShape)[Name] };
/** A skill in a container. */
export const containerSkillSchema: z.ZodObject<ContainerSkillShape, z.core.$loose> = z.looseObject(containerSkillShape);
export type ContainerSkill = z.infer<typeof containerSkillSchema>;

const containerShape = {
  /** Pass it as `container` of a request that continues in it. */
  id: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
  /** Skills loaded into the container; null if there are none. */
  skills: z.array(containerSkillSchema).nullish(),
};
export type ContainerShape = { [Name in keyof typeof containerShape]: (typeof containerShape)[Name] };
/** The container that code ran in. */
export const containerSchema: z.ZodObject<ContainerShape, z.core.$loose> = z.looseObject(containerShape);
export type Container = z.infer<typeof containerSchema>;
