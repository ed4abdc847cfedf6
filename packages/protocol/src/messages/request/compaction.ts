// Beta: a summary that stands for everything before it.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { cacheControlField } from './cache-control.js';
import { requestToolAdditionBlockSchema, requestToolRemovalBlockSchema, toolAdditionBlockSchema, toolRemovalBlockSchema } from '../tools/tool-change.js';

/** `content` is null when the summary failed; `encrypted_content` is the sealed form. Both go back unchanged. */
export const compactionBlockSchema = z.looseObject({
  type: z.literal('compaction'),
  content: z.string().nullable(),
  encrypted_content: z.string().nullish(),
  signature: z.string().nullish(),
  tool_changes: z.array(openUnion([toolAdditionBlockSchema, toolRemovalBlockSchema])).nullish(),
});
export type CompactionBlock = z.infer<typeof compactionBlockSchema>;

export const compactionBlockParamSchema = z.looseObject({
  type: z.literal('compaction'),
  content: z.string().nullish(),
  encrypted_content: z.string().nullish(),
  signature: z.string().nullish(),
  tool_changes: z.array(openUnion([requestToolAdditionBlockSchema, requestToolRemovalBlockSchema])).nullish(),
  cache_control: cacheControlField,
});
export type CompactionBlockParam = z.infer<typeof compactionBlockParamSchema>;

/** Asks for a summary of the conversation instead of an answer. */
export const summarizeCompactionSchema = z.looseObject({
  type: z.literal('summarize'),
  instructions: z.string().nullish(),
});
export type SummarizeCompaction = z.infer<typeof summarizeCompactionSchema>;
export const compactionConfigSchema = summarizeCompactionSchema;
export type CompactionConfig = SummarizeCompaction;
