// The machine in which the service runs code.
import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

/** `version` defaults to the latest. */
export const skillParamsSchema = z.looseObject({
  type: z.enum(['anthropic', 'custom']),
  skill_id: z.string(),
  version: z.string().optional(),
});
export type SkillParams = z.infer<typeof skillParamsSchema>;

export const containerParamsSchema = z.looseObject({
  id: z.string().nullish(),
  skills: z.array(skillParamsSchema).nullish(),
});
export type ContainerParams = z.infer<typeof containerParamsSchema>;

/** The id of a container to reuse, or settings of a new one. */
export const messageCreateParamsContainerSchema = z.union([z.string(), containerParamsSchema]);
export type MessageCreateParamsContainer = z.infer<typeof messageCreateParamsContainerSchema>;

export const containerSkillSchema = z.looseObject({
  type: openEnum(['anthropic', 'custom']),
  skill_id: z.string(),
  version: z.string(),
});
export type ContainerSkill = z.infer<typeof containerSkillSchema>;

/** `expires_at` is ISO 8601. */
export const containerSchema = z.looseObject({
  id: z.string(),
  expires_at: z.string(),
  skills: z.array(containerSkillSchema).nullish(),
});
export type Container = z.infer<typeof containerSchema>;
