// Beta: a summary that stands for everything before it.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { cacheControlField } from './cache-control.js';
import {
  requestToolAdditionBlockSchema,
  requestToolRemovalBlockSchema,
  toolAdditionBlockSchema,
  toolRemovalBlockSchema,
} from '../tools/tool-change.js';

const compactionBlockShape = {
  type: z.literal('compaction'),
  /** The summary; null when none could be made. */
  content: z.string().nullable(),
  /** What only its issuer can read of the summary; null from this service, which seals none. */
  encrypted_content: z.string().nullish(),
  /** Proof of the summary's origin; absent from this service. */
  signature: z.string().nullish(),
  /** What changed the tools in that which was summarised, in its order. Absent or null: not known. */
  tool_changes: z.array(openUnion([toolAdditionBlockSchema, toolRemovalBlockSchema])).nullish(),
};
export type CompactionBlockShape = { [Name in keyof typeof compactionBlockShape]: (typeof compactionBlockShape)[Name] };
/** Beta: a summary that stands for everything before it. Sent back unchanged. */
export const compactionBlockSchema: z.ZodObject<CompactionBlockShape, z.core.$loose> =
  z.looseObject(compactionBlockShape);
export type CompactionBlock = z.infer<typeof compactionBlockSchema>;

const compactionBlockParamShape = {
  type: z.literal('compaction'),
  /** The summary. Null or absent: the block stands for nothing. */
  content: z.string().nullish(),
  /** As the answer had it. */
  encrypted_content: z.string().nullish(),
  /** As the answer had it. */
  signature: z.string().nullish(),
  /** As the answer had them: this service makes them anew. */
  tool_changes: z.array(openUnion([requestToolAdditionBlockSchema, requestToolRemovalBlockSchema])).nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type CompactionBlockParamShape = {
  [Name in keyof typeof compactionBlockParamShape]: (typeof compactionBlockParamShape)[Name];
};
/** Beta: a summary as an answer had it. The model is shown it, and nothing that stands before it. */
export const compactionBlockParamSchema: z.ZodObject<CompactionBlockParamShape, z.core.$loose> =
  z.looseObject(compactionBlockParamShape);
export type CompactionBlockParam = z.infer<typeof compactionBlockParamSchema>;

const summarizeCompactionShape = {
  type: z.literal('summarize'),
  /** How to summarise, in the place of the service's own words. Null, absent or blank: those. */
  instructions: z.string().nullish(),
};
export type SummarizeCompactionShape = {
  [Name in keyof typeof summarizeCompactionShape]: (typeof summarizeCompactionShape)[Name];
};
/** Asks for a summary of the conversation instead of an answer. */
export const summarizeCompactionSchema: z.ZodObject<SummarizeCompactionShape, z.core.$loose> =
  z.looseObject(summarizeCompactionShape);
export type SummarizeCompaction = z.infer<typeof summarizeCompactionSchema>;
/** Beta: what a request may ask for instead of an answer. */
export const compactionConfigSchema = summarizeCompactionSchema;
export type CompactionConfig = SummarizeCompaction;
