import { EngineError, isObject, type Steps } from '@org/engine';
import { responseSteerEventSchema, type ResponseSteerEvent } from '@org/protocol/responses';
import { parseJson } from '@org/protocol/schema';
import { bytesOfValue, bytesToHold } from '../config/settings/memory-shares.js';
import { scanJsonBody } from '../http/body/parse-json-body.js';
import type { JsonLimits } from '../http/body/scan-json.js';

/** Maximum number of bytes that the values of a frame count: one of the largest size must still fit into the memory of its owner. */
const maxBytesOfValues = 41_943_040;

/** One message of a client, validated as far as the connection itself needs it. */
export type ClientFrame = CreateFrame | SteerFrame;

export interface CreateFrame {
  readonly type: 'response.create';
  /** The request in the format of POST, not yet validated against the API. */
  readonly body: Readonly<Record<string, unknown>>;
  /** False: only prepare, without calling a model. True for a prewarm, too, which calls a model without output. */
  readonly generate: boolean;
  /** Goes back on every event. */
  readonly streamId: string | undefined;
  /** Bytes of the frame, and those that its values take in addition. */
  readonly size: number;
}

/** The object in a frame. */
export interface ReceivedFrame {
  readonly value: Readonly<Record<string, unknown>>;
  /** As {@link CreateFrame}. */
  readonly size: number;
}

export interface SteerFrame {
  readonly type: 'response.steer';
  readonly event: ResponseSteerEvent;
  readonly streamId: string | undefined;
}

/** Parses the object in a frame. Throws `invalid-request`. */
export function* readFrame(data: Buffer, isBinary: boolean, limits: JsonLimits): Steps<ReceivedFrame> {
  if (isBinary) throw refused('The frame is binary; a text frame with one JSON object was expected.', 'invalid_json');
  const { value, values } = yield* parsed(data, limits);
  if (!isObject(value)) throw refused('The frame must contain one JSON object.', 'invalid_type');
  return { value, size: data.length + Math.ceil(Math.min(values * bytesOfValue, maxBytesOfValues) / bytesToHold) };
}

/** A frame has no path or method that shows what failed: clients read the code. */
function* parsed(data: Buffer, limits: JsonLimits): Steps<{ readonly value: unknown; readonly values: number }> {
  try {
    const { values, parse } = yield* scanJsonBody(data, limits);
    return { value: yield* parse(), values };
  } catch (thrown) {
    throw thrown instanceof EngineError ? refused(thrown.message, 'invalid_json') : thrown;
  }
}

/** Which of the connection's streams a frame belongs to. Throws `invalid-request`. */
export function streamIdOf({ stream_id: streamId }: Readonly<Record<string, unknown>>): string | undefined {
  if (streamId === undefined) return undefined;
  if (typeof streamId !== 'string' || !/^[\w.-]{1,256}$/.test(streamId))
    throw refused(
      'stream_id: must be 1 to 256 letters, digits, underscores, hyphens or periods.',
      'invalid_stream_id',
      'stream_id',
    );
  return streamId;
}

/** What a frame of `size` bytes asks for. Throws `invalid-request` that names the field and the rule. */
export function toClientFrame(value: Readonly<Record<string, unknown>>, size: number): ClientFrame {
  const streamId = streamIdOf(value);
  const { type, generate = true, stream_id: _, ...rest } = value;
  switch (type) {
    case 'response.create':
      if (typeof generate !== 'boolean') throw refused('generate: must be a boolean.', 'invalid_type', 'generate');
      if (rest['background'] === true)
        throw refused(
          'background: a response on a connection cannot run in the background.',
          'unsupported_parameter',
          'background',
        );
      return { type, body: { ...rest, stream: true }, generate: generate || prewarms(rest), streamId, size };
    case 'response.steer': {
      const { success, data: event } = parseJson(responseSteerEventSchema, value);
      if (!success)
        throw refused('response.steer: must have an input and a previous_response_id.', 'invalid_value', 'input');
      return { type, event, streamId };
    }
    default:
      throw refused('type: must be one of response.create, response.steer.', 'unsupported_event_type', 'type');
  }
}

function prewarms({ prompt_cache_options: options }: Readonly<Record<string, unknown>>): boolean {
  return isObject(options) && options['prewarm'] === true;
}

function refused(message: string, detail: string, param?: string): EngineError {
  return new EngineError('invalid-request', message, { detail, ...(param === undefined ? {} : { param }) });
}
