import type { Citable, CitedUnit } from './citable.js';
import type { DialectId, Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { HostedToolResult } from './hosted-tool.js';
import type { ReasoningSignature } from './reasoning-signature.js';
import type { ServerToolRecord } from './server-tool.js';
import type { ToolChange } from './tool.js';

/** One part of a message. The union is closed: content without a neutral meaning is an {@link OpaquePart}. */
export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | MediaPart | OpaquePart;

interface PartBase {
  readonly extensions?: Extensions;
}

interface ToolChangeAuthor {
  /** What changes from here on among the tools that the model may call, in this order. */
  readonly toolChanges?: readonly ToolChange[];
}

/** Text for or from the model. */
export interface TextPart extends PartBase {
  readonly type: 'text';
  readonly text: string;
  /** The text is a refusal by the model (the responses dialect has its own content part for it). */
  readonly refusal?: true;
  /** One entry per generated token, when the request asked for log-probabilities. */
  readonly logprobs?: readonly TokenLogprob[];
  /**
   * What the text cites: results of hosted tools, and the pages of an upstream that does not use the client's dialect.
   */
  readonly citations?: readonly Citation[];
}

/** A source that a text cites. */
export type Citation = UrlCitation | FileCitation | ContainerFileCitation | DocumentCitation;

interface CitedPassage {
  /** The citing passage, in UTF-16 units from `start` to `end` (exclusive). Absent: the complete text. */
  readonly start?: number;
  readonly end?: number;
  /** The quoted text of the source. */
  readonly quote?: string;
}

/** A cited web page. */
export interface UrlCitation extends CitedPassage {
  readonly type?: undefined;
  readonly url: string;
  readonly title?: string;
}

/** A cited passage of a file in a vector store. */
export interface FileCitation extends CitedPassage {
  readonly type: 'file';
  readonly fileId: string;
  readonly filename: string;
}

/** A file that code made, and that the text names. */
export interface ContainerFileCitation extends CitedPassage {
  readonly type: 'container-file';
  readonly containerId: string;
  readonly fileId: string;
  readonly filename: string;
}

/** A cited passage of a document or a search result that the client sent. `quote` is the complete passage. */
export interface DocumentCitation extends CitedPassage {
  readonly type: 'document' | 'search-result';
  /** Position among the citable documents, or search results, of the conversation, from 0. */
  readonly index: number;
  readonly title?: string;
  /** Where a search result is from. */
  readonly source?: string;
  /** The uploaded file that a document is. */
  readonly fileId?: string;
  readonly unit: CitedUnit;
  /** Where the passage starts in its document. */
  readonly from: number;
  /** Where it ends (exclusive). */
  readonly to: number;
}

/** A generated token with its natural-log probability and the most likely alternatives. */
export interface TokenLogprob {
  readonly token: string;
  /** UTF-8 bytes of the token. None: not known, because the token is a part of a character only. */
  readonly bytes: readonly number[];
  /** Natural logarithm, at most 0. */
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly bytes: readonly number[]; readonly logprob: number }[];
}

/** The model's reasoning before its response. `text` may be empty when only the signature is transmitted. */
export interface ReasoningPart extends PartBase {
  readonly type: 'reasoning';
  readonly text: string;
  readonly signature?: ReasoningSignature;
  /**
   * The upstream that returned the reasoning as plain text and accepts it back as such, by the name in its
   * signatures: a signature, if any, is this service's.
   */
  readonly author?: string;
}

/** The model asks for a tool. */
export interface ToolCallPart extends PartBase {
  readonly type: 'tool-call';
  /** Unique within the conversation; the result names it. */
  readonly callId: string;
  readonly name: string;
  /** The group the tool was offered in, where the dialect has groups. */
  readonly namespace?: string;
  /**
   * `function`: `argumentsText` is the text of one JSON object, unless it was truncated or the model wrote something
   * else. `custom`: it is free text.
   */
  readonly kind: 'function' | 'custom';
  /** As the model wrote it, never parsed and printed again: that would lose `1.0`, big integers and key order. */
  readonly argumentsText: string;
  /** No result must follow: the call runs outside the conversation or inside a program of the model, or was truncated. */
  readonly detached?: true;
}

/** The result of one tool call. */
export interface ToolResultPart extends PartBase, ToolChangeAuthor {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly kind: 'function' | 'custom';
  readonly content: readonly (TextPart | MediaPart | OpaquePart)[];
  readonly isError?: boolean;
  /** What a hosted tool of the service gave, without the bytes of files; no model reads it. Absent: another tool ran. */
  readonly hosted?: HostedToolResult;
}

/** An image, a document, a sound or another file. */
export interface MediaPart extends PartBase {
  readonly type: 'media';
  readonly media: 'image' | 'document' | 'audio';
  readonly source: MediaSource;
  readonly filename?: string;
  /** The model may cite the document. Absent: it may not. */
  readonly citable?: Citable;
  /** Level of detail at which the model processes an image. */
  readonly detail?: 'low' | 'high' | 'auto' | 'original';
}

/** Where the bytes of a media part are. `mediaType` is a MIME type such as `image/png`. */
export type MediaSource =
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly fileId: string };

/**
 * A block or item without a neutral meaning, preserved verbatim for its own dialect. Providers of another dialect
 * show the model `text` when there is one, and otherwise omit the part.
 */
export interface OpaquePart extends PartBase, ToolChangeAuthor {
  readonly type: 'opaque';
  readonly dialect: DialectId;
  /** The API's own `type` value. */
  readonly apiType: string;
  readonly value: JsonObject;
  readonly text?: string;
  /** Describes a tool that ran, or is to run, on the server side. Models of other APIs receive this instead of `text`. */
  readonly serverTool?: ServerToolRecord;
  /** The model may cite what the part contains. Absent: it may not. */
  readonly citable?: Citable;
  /** A summary that replaces everything before it: the model sees the summary instead. */
  readonly replacesEarlier?: true;
}
