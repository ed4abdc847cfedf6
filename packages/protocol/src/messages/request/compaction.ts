// Beta: a summary that replaces everything before it.
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
  /** Encrypted part of the summary that only its signer can read; null from this service, which signs none. */
  encrypted_content: z.string().nullish(),
  /** Signature of the summary; absent from this service. */
  signature: z.string().nullish(),
  /** What changed the tools in that which was summarized, in its order. Absent or null: not known. */
  tool_changes: z.array(openUnion([toolAdditionBlockSchema, toolRemovalBlockSchema])).nullish(),
};
export type CompactionBlockShape = { [Name in keyof typeof compactionBlockShape]: (typeof compactionBlockShape)[Name] };
/** Beta: a summary that replaces everything before it. Sent back unchanged. */
export const compactionBlockSchema: z.ZodObject<CompactionBlockShape, z.core.$loose> =
  z.looseObject(compactionBlockShape);
export type CompactionBlock = z.infer<typeof compactionBlockSchema>;

const compactionBlockParamShape = {
  type: z.literal('compaction'),
  /** The summary. Null or absent: the block replaces nothing. */
  content: z.string().nullish(),
  /** As in the response. */
  encrypted_content: z.string().nullish(),
  /** As in the response. */
  signature: z.string().nullish(),
  /** As in the response; this service computes them again. */
  tool_changes: z.array(openUnion([requestToolAdditionBlockSchema, requestToolRemovalBlockSchema])).nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type CompactionBlockParamShape = {
  [Name in keyof typeof compactionBlockParamShape]: (typeof compactionBlockParamShape)[Name];
};
/** Beta: a summary as in a response. The model receives it, and nothing before it. */
export const compactionBlockParamSchema: z.ZodObject<CompactionBlockParamShape, z.core.$loose> =
  z.looseObject(compactionBlockParamShape);
export type CompactionBlockParam = z.infer<typeof compactionBlockParamSchema>;

const summarizeCompactionShape = {
  type: z.literal('summarize'),
  /** Instructions for the summary. Null, absent or blank: the service's own instructions. */
  instructions: z.string().nullish(),
};
export type SummarizeCompactionShape = {
  [Name in keyof typeof summarizeCompactionShape]: (typeof summarizeCompactionShape)[Name];
};
/** Requests a summary of the conversation instead of a response. */
export const summarizeCompactionSchema: z.ZodObject<SummarizeCompactionShape, z.core.$loose> =
  z.looseObject(summarizeCompactionShape);
export type SummarizeCompaction = z.infer<typeof summarizeCompactionSchema>;
/** Beta: what a request may ask for instead of a response. */
export const compactionConfigSchema = summarizeCompactionSchema;
export type CompactionConfig = SummarizeCompaction;
