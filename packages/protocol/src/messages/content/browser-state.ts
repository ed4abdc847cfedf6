// What a client-run browser reports back next to a tool result.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';

export const browserStateTabEntrySchema = z.looseObject({
  tab_id: z.string(),
  title: z.string(),
  url: z.string(),
  active: z.boolean().optional(),
});
export type BrowserStateTabEntry = z.infer<typeof browserStateTabEntrySchema>;

export const browserStateChangeTabOpenedSchema = z.looseObject({ type: z.literal('tab_opened'), tab_id: z.string() });
export type BrowserStateChangeTabOpened = z.infer<typeof browserStateChangeTabOpenedSchema>;

const download = { download_id: z.string(), url: z.string() };
export const browserStateChangeDownloadStartedSchema = z.looseObject({ type: z.literal('download_started'), ...download });
export type BrowserStateChangeDownloadStarted = z.infer<typeof browserStateChangeDownloadStartedSchema>;
export const browserStateChangeDownloadCompletedSchema = z.looseObject({
  type: z.literal('download_completed'),
  ...download,
  path: z.string().nullish(),
  size_bytes: z.int().nullish(),
});
export type BrowserStateChangeDownloadCompleted = z.infer<typeof browserStateChangeDownloadCompletedSchema>;
export const browserStateChangeDownloadFailedSchema = z.looseObject({
  type: z.literal('download_failed'),
  ...download,
  error: z.string().nullish(),
});
export type BrowserStateChangeDownloadFailed = z.infer<typeof browserStateChangeDownloadFailedSchema>;

export type BrowserStateChange =
  | BrowserStateChangeTabOpened
  | BrowserStateChangeDownloadStarted
  | BrowserStateChangeDownloadCompleted
  | BrowserStateChangeDownloadFailed
  | UnknownMember;
export const browserStateChangeSchema: z.ZodType<BrowserStateChange> = openUnion([
  browserStateChangeTabOpenedSchema,
  browserStateChangeDownloadStartedSchema,
  browserStateChangeDownloadCompletedSchema,
  browserStateChangeDownloadFailedSchema,
]);

export const browserStateBlockParamSchema = z.looseObject({
  type: z.literal('browser_state'),
  tabs: z.array(browserStateTabEntrySchema),
  state_changes: z.array(browserStateChangeSchema).nullish(),
  cache_control: cacheControlField,
});
export type BrowserStateBlockParam = z.infer<typeof browserStateBlockParamSchema>;
