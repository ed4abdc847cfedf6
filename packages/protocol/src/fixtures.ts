/// <reference types="node" />
// Hand-written requests and responses of both dialects, over which every property test runs. Node only.
import { readdirSync, readFileSync } from 'node:fs';
import type { ErrorResponse } from './messages/errors/errors.js';
import type { MessageStreamEvent } from './messages/streams/events.js';
import type { Message } from './messages/response/message.js';
import type { MessageCreateParams } from './messages/request/request.js';
import type { MessagesVersion } from './messages/version.js';
import type { ErrorBody } from './responses/errors/errors.js';
import type { ResponseStreamEvent } from './responses/events/stream-event.js';
import type { ResponseCreateParams } from './responses/request/request.js';
import type { Response } from './responses/response/response.js';

interface CaseBase<Request> {
  /** The file's name without `.json`. */
  readonly name: string;
  /** Subject of the fixture, in one sentence. */
  readonly about: string;
  readonly tags: readonly string[];
  /** Value of the version header; messages dialect only. */
  readonly version?: MessagesVersion;
  readonly request: Request;
}

/** A successful request. The same fixture serves JSON and SSE: `events` accumulate to exactly `response`. */
export interface CaseWithResponse<Request, ResponseBody, Event> extends CaseBase<Request> {
  readonly response: ResponseBody;
  readonly events: readonly Event[];
}

/** A request that was rejected, or whose model failed before the first byte. */
export interface FailedCase<Request, ErrorPayload> extends CaseBase<Request> {
  /** HTTP status. */
  readonly status: number;
  readonly error: ErrorPayload;
}

/** A messages fixture with a response and its events. */
export type MessagesCaseWithResponse = CaseWithResponse<MessageCreateParams, Message, MessageStreamEvent>;
/** A messages fixture that ends with an error. */
export type MessagesFailedCase = FailedCase<MessageCreateParams, ErrorResponse>;
/** A fixture of the messages dialect. */
export type MessagesCase = MessagesCaseWithResponse | MessagesFailedCase;

/** A responses fixture with a response and its events. */
export type ResponsesCaseWithResponse = CaseWithResponse<ResponseCreateParams, Response, ResponseStreamEvent>;
/** A responses fixture that ends with an error. */
export type ResponsesFailedCase = FailedCase<ResponseCreateParams, ErrorBody>;
/** A fixture of the responses dialect. */
export type ResponsesCase = ResponsesCaseWithResponse | ResponsesFailedCase;

/** A fixture of either dialect. */
export type ApiFixture = MessagesCase | ResponsesCase;

/**
 * Data of another server of the API, with our own text: its schema is that of `/read`, and `events` need not match
 * `response`.
 */
export interface OtherServerCase {
  /** The server, or `tomorrow` for hypothetical future data. */
  readonly name: string;
  /** The deviation, in one sentence. */
  readonly about: string;
  readonly response: unknown;
  readonly events: readonly unknown[];
  /** What the events add up to. */
  readonly streamed: unknown;
}

/** Every case of a dialect, by name. Throws when a file is not JSON. */
export function loadFixtures(dialect: 'messages'): readonly MessagesCase[];
export function loadFixtures(dialect: 'responses'): readonly ResponsesCase[];
export function loadFixtures(dialect: 'messages' | 'responses'): readonly ApiFixture[] {
  return casesIn<ApiFixture>(dialect);
}

/**
 * Loads responses of other servers of a dialect, by name, which a client should be able to read. Throws when a file
 * is not JSON.
 */
export function loadOtherServers(dialect: 'messages' | 'responses'): readonly OtherServerCase[] {
  return casesIn<OtherServerCase>(`other-servers/${dialect}`);
}

/** Whether the fixture contains a successful response. */
export function hasResponse<
  WithResponse extends { readonly response: unknown },
  Failed extends { readonly error: unknown },
>(fixture: WithResponse | Failed): fixture is WithResponse {
  return 'response' in fixture;
}

/** The types of a case are what the tests prove of its file, not what is checked here. */
function casesIn<Case>(path: string): readonly Case[] {
  const folder = new URL(`../fixtures/${path}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      ...JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    }));
}
