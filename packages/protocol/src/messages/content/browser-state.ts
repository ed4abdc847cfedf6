// What a client-run browser reports back next to a tool result.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';

const browserStateTabEntryShape = {
  /** Chosen by the client; unique among the tabs. */
  tab_id: z.string(),
  /** May be empty. */
  title: z.string(),
  /** May be empty. */
  url: z.string(),
  /** Whether the tab is in the foreground: true for exactly one tab. Default false. */
  active: z.boolean().optional(),
};
export type BrowserStateTabEntryShape = {
  [Name in keyof typeof browserStateTabEntryShape]: (typeof browserStateTabEntryShape)[Name];
};
/** An open tab. */
export const browserStateTabEntrySchema: z.ZodObject<BrowserStateTabEntryShape, z.core.$loose> =
  z.looseObject(browserStateTabEntryShape);
export type BrowserStateTabEntry = z.infer<typeof browserStateTabEntrySchema>;

const browserStateChangeTabOpenedShape = {
  type: z.literal('tab_opened'),
  /** That of its entry in `tabs`. */
  tab_id: z.string(),
};
export type BrowserStateChangeTabOpenedShape = {
  [Name in keyof typeof browserStateChangeTabOpenedShape]: (typeof browserStateChangeTabOpenedShape)[Name];
};
/** The call opened a tab that is still there. */
export const browserStateChangeTabOpenedSchema: z.ZodObject<BrowserStateChangeTabOpenedShape, z.core.$loose> =
  z.looseObject(browserStateChangeTabOpenedShape);
export type BrowserStateChangeTabOpened = z.infer<typeof browserStateChangeTabOpenedSchema>;

const download = {
  /** Chosen by the client; the same in all reports of this download. */
  download_id: z.string(),
  /** Final URL after redirects. */
  url: z.string(),
};

const browserStateChangeDownloadStartedShape = {
  type: z.literal('download_started'),
  ...download,
};
export type BrowserStateChangeDownloadStartedShape = {
  [Name in keyof typeof browserStateChangeDownloadStartedShape]: (typeof browserStateChangeDownloadStartedShape)[Name];
};
/** A download began during the call. */
export const browserStateChangeDownloadStartedSchema: z.ZodObject<
  BrowserStateChangeDownloadStartedShape,
  z.core.$loose
> = z.looseObject(browserStateChangeDownloadStartedShape);
export type BrowserStateChangeDownloadStarted = z.infer<typeof browserStateChangeDownloadStartedSchema>;

const browserStateChangeDownloadCompletedShape = {
  type: z.literal('download_completed'),
  ...download,
  /** Where the file is at the client. Only if another tool can read it there. */
  path: z.string().nullish(),
  /** Size of the file. */
  size_bytes: z.int().nullish(),
};
export type BrowserStateChangeDownloadCompletedShape = {
  [
    Name in keyof typeof browserStateChangeDownloadCompletedShape
  ]: (typeof browserStateChangeDownloadCompletedShape)[Name];
};
/** A download that ended during the call. An earlier report of it is not required. */
export const browserStateChangeDownloadCompletedSchema: z.ZodObject<
  BrowserStateChangeDownloadCompletedShape,
  z.core.$loose
> = z.looseObject(browserStateChangeDownloadCompletedShape);
export type BrowserStateChangeDownloadCompleted = z.infer<typeof browserStateChangeDownloadCompletedSchema>;

const browserStateChangeDownloadFailedShape = {
  type: z.literal('download_failed'),
  ...download,
  /** Why, where that is known. */
  error: z.string().nullish(),
};
export type BrowserStateChangeDownloadFailedShape = {
  [Name in keyof typeof browserStateChangeDownloadFailedShape]: (typeof browserStateChangeDownloadFailedShape)[Name];
};
/** A download failed or was cancelled during the call. */
export const browserStateChangeDownloadFailedSchema: z.ZodObject<BrowserStateChangeDownloadFailedShape, z.core.$loose> =
  z.looseObject(browserStateChangeDownloadFailedShape);
export type BrowserStateChangeDownloadFailed = z.infer<typeof browserStateChangeDownloadFailedSchema>;

export type BrowserStateChange =
  | BrowserStateChangeTabOpened
  | BrowserStateChangeDownloadStarted
  | BrowserStateChangeDownloadCompleted
  | BrowserStateChangeDownloadFailed
  | UnknownMember;
/** What a call changed in the browser. */
export const browserStateChangeSchema: z.ZodType<BrowserStateChange> = openUnion([
  browserStateChangeTabOpenedSchema,
  browserStateChangeDownloadStartedSchema,
  browserStateChangeDownloadCompletedSchema,
  browserStateChangeDownloadFailedSchema,
]);

const browserStateBlockParamShape = {
  type: z.literal('browser_state'),
  /** All open tabs, not only those that changed. May be empty. */
  tabs: z.array(browserStateTabEntrySchema),
  /** Tabs and downloads that the call opened. Absent if there are none, never empty. */
  state_changes: z.array(browserStateChangeSchema).nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type BrowserStateBlockParamShape = {
  [Name in keyof typeof browserStateBlockParamShape]: (typeof browserStateBlockParamShape)[Name];
};
/**
 * State of the browser after a call of the browser toolset, in its `tool_result`. Only an upstream of this dialect
 * shows it to the model.
 */
export const browserStateBlockParamSchema: z.ZodObject<BrowserStateBlockParamShape, z.core.$loose> =
  z.looseObject(browserStateBlockParamShape);
export type BrowserStateBlockParam = z.infer<typeof browserStateBlockParamSchema>;
