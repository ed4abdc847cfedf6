import type { DialectId, Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { ReasoningSignature } from './reasoning-signature.js';
import type { ServerToolRecord } from './server-tool.js';
import type { ToolChange } from './tool.js';

/** One piece of a message. The union is closed: what has no neutral meaning is an {@link OpaquePart}. */
export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | MediaPart | OpaquePart;

interface PartBase {
  readonly extensions?: Extensions;
}

interface ToolChanger {
  /** What changes from here on among the tools that the model may call, in this order. */
  readonly toolChanges?: readonly ToolChange[];
}

/** Text for or from the model. */
export interface TextPart extends PartBase {
  readonly type: 'text';
  readonly text: string;
  /** The model declines in this text (the responses dialect has a content part of its own for it). */
  readonly refusal?: true;
  /** One entry a generated token, when the request asked for log-probabilities. */
  readonly logprobs?: readonly TokenLogprob[];
  /** The pages that the text rests on, from an upstream that does not speak the client's dialect. */
  readonly citations?: readonly UrlCitation[];
}

/** A page of the web that a text rests on. */
export interface UrlCitation {
  readonly url: string;
  readonly title?: string;
  /** The passage in question, UTF-16 units from `start` up to and without `end`. Absent: the whole text. */
  readonly start?: number;
  readonly end?: number;
  /** The words of the page. */
  readonly quote?: string;
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

/** What the model thought before it answered. `text` may be empty when only the seal travels. */
export interface ReasoningPart extends PartBase {
  readonly type: 'reasoning';
  readonly text: string;
  readonly signature?: ReasoningSignature;
  /** The upstream that said it in plain words and takes it back so, by the name that its seals bear: the seal, if any, is of this service. */
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
  /** `function`: `argumentsText` is the text of one JSON object, unless it was cut or the model wrote something else. `custom`: it is free text. */
  readonly kind: 'function' | 'custom';
  /** As the model wrote it, never parsed and printed again: that would lose `1.0`, big integers and key order. */
  readonly argumentsText: string;
  /** No result has to follow: the call runs beside the conversation or inside a program of the model, or was cut while it was written. */
  readonly detached?: true;
}

/** The answer of a tool to one call. */
export interface ToolResultPart extends PartBase, ToolChanger {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly kind: 'function' | 'custom';
  readonly content: readonly (TextPart | MediaPart | OpaquePart)[];
  readonly isError?: boolean;
}

/** An image, a document, a sound or another file. */
export interface MediaPart extends PartBase {
  readonly type: 'media';
  readonly media: 'image' | 'document' | 'audio';
  readonly source: MediaSource;
  readonly filename?: string;
  /** How closely the model should look at an image. */
  readonly detail?: 'low' | 'high' | 'auto' | 'original';
}

/** Where the bytes of a media part are. `mediaType` is a MIME type such as `image/png`. */
export type MediaSource =
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly fileId: string };

/**
 * A block or item that has no neutral meaning, kept verbatim for its own dialect. Generators that speak another
 * dialect show the model `text` when there is one, and otherwise leave the part out.
 */
export interface OpaquePart extends PartBase, ToolChanger {
  readonly type: 'opaque';
  readonly dialect: DialectId;
  /** The wire's own `type` value. */
  readonly apiType: string;
  readonly value: JsonObject;
  readonly text?: string;
  /** What it tells of a tool that ran, or is to run, at the server's side. Models behind other wires are shown this, not `text`. */
  readonly serverTool?: ServerToolRecord;
  /** It stands for everything that was said before it: a summary, which the model is shown instead. */
  readonly replacesEarlier?: true;
}
