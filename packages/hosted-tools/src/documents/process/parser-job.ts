import type { DocumentFailure, DocumentHints, DocumentLimits, ReadableDocument } from '../document.js';

/** Reads a file. */
export interface DocumentJob {
  readonly type: 'document';
  readonly bytes: Uint8Array;
  readonly hints: DocumentHints;
  readonly limits: DocumentLimits;
}

/** Asks whether a robots.txt lets `userAgent` read `url`. */
export interface RobotsJob {
  readonly type: 'robots';
  /** The URL of the robots.txt. */
  readonly location: string;
  readonly text: string;
  readonly url: string;
  readonly userAgent: string;
}

/** Work for a process that parses what others wrote. */
export type ParserJob = DocumentJob | RobotsJob;

/** The result of a {@link RobotsJob}. */
export interface RobotsResult {
  readonly type: 'robots';
  readonly isAllowed: boolean;
}

/** What a process returns. */
export type ParserResult = ReadableDocument | DocumentFailure | RobotsResult;
