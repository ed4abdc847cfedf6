// Frames of WebSocket mode: each text frame holds one JSON object.
import * as z from 'zod';
import { openUnion, type Named } from '../schema/open-union.js';
import { errorObjectSchema } from './errors/errors.js';
import { sequenceNumberSchema } from './events/event-base.js';
import { responseKeepAliveEventSchema } from './events/lifecycle-events.js';
import { runningEventMembers } from './events/stream-event.js';
import { functionCallOutputSchema } from './items/function-call-items.js';
import { openEnum } from '../schema/open-enum.js';
import { responseInputContentSchema } from './request/input-content.js';
import { responseCreateParamsSchema, type ResponseCreateParamsShape } from './request/request.js';

const createFrameShape = {
  type: z.literal('response.create'),
  /** False: prepare only. Default true. */
  generate: z.boolean().optional(),
  /** Returned on every event of the response. */
  stream_id: z.string().optional(),
};
type CreateFrameShape = ResponseCreateParamsShape & typeof createFrameShape;
export type ResponseCreateFrameShape = { [Name in keyof CreateFrameShape]: CreateFrameShape[Name] };
/** Starts a response. `generate: false` only prepares it: the response completes with an id and no output. */
export const responseCreateFrameSchema: z.ZodObject<ResponseCreateFrameShape, z.core.$loose> =
  responseCreateParamsSchema.extend(createFrameShape);
export type ResponseCreateFrame = z.infer<typeof responseCreateFrameSchema>;

/** What a running response may be steered with. */
export const responseSteerInputSchema = z.union([
  z.string(),
  z.array(
    openUnion([
      z.looseObject({
        type: z.literal('message'),
        role: z.literal('user'),
        content: z.union([z.string(), z.array(responseInputContentSchema)]),
        id: z.string().nullish(),
        status: z.string().nullish(),
      }),
      functionCallOutputSchema,
    ]),
  ),
]);
export type ResponseSteerInput = z.infer<typeof responseSteerInputSchema>;

/** Adds input to a running response. */
export const responseSteerEventSchema = z.looseObject({
  type: z.literal('response.steer'),
  previous_response_id: z.string(),
  input: responseSteerInputSchema,
});
export type ResponseSteerEvent = z.infer<typeof responseSteerEventSchema>;

/** Every frame that a client may send. */
export const responsesClientEventSchema = openUnion([responseCreateFrameSchema, responseSteerEventSchema]);
export type ResponsesClientEvent = z.infer<typeof responsesClientEventSchema>;

const steerSchema = z.looseObject({ id: z.string(), previous_response_id: z.string() });
const positionShape = { sequence_number: sequenceNumberSchema, stream_id: z.string().optional() };

/** The service accepted the steering input, and the model continues with it. */
export const responseSteerAcceptedEventSchema = z.looseObject({
  type: z.literal('response.steer.accepted'),
  steer: steerSchema,
  ...positionShape,
});
export type ResponseSteerAcceptedEvent = z.infer<typeof responseSteerAcceptedEventSchema>;

const callIdField = { call_id: z.string() };

/** What a steered response still waits for. */
export const responseSteerRequiredInputSchema = openUnion([
  z.looseObject({ type: z.literal('function_call_output'), name: z.string(), ...callIdField }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), ...callIdField }),
  z.looseObject({ type: z.literal('computer_call_output'), ...callIdField }),
  z.looseObject({ type: z.literal('shell_call_output'), ...callIdField }),
  z.looseObject({ type: z.literal('apply_patch_call_output'), ...callIdField }),
  z.looseObject({ type: z.literal('tool_search_output'), execution: z.literal('client'), ...callIdField }),
  z.looseObject({ type: z.literal('mcp_approval_response'), approval_request_id: z.string() }),
]);
export type ResponseSteerRequiredInput = z.infer<typeof responseSteerRequiredInputSchema>;

const responseSteerPendingEventShape = {
  type: z.literal('response.steer.pending'),
  /** What it waits for. */
  reason: openEnum(['waiting_for_required_input']),
  /** What the client has to send first. */
  required_input: z.array(responseSteerRequiredInputSchema),
  steer: steerSchema,
  ...positionShape,
};
export type ResponseSteerPendingEventShape = {
  [Name in keyof typeof responseSteerPendingEventShape]: (typeof responseSteerPendingEventShape)[Name];
};
/** The steering waits for what the client has to send first. */
export const responseSteerPendingEventSchema: z.ZodObject<ResponseSteerPendingEventShape, z.core.$loose> =
  z.looseObject(responseSteerPendingEventShape);
export type ResponseSteerPendingEvent = z.infer<typeof responseSteerPendingEventSchema>;

const responseSteerFailedEventShape = {
  type: z.literal('response.steer.failed'),
  error: z.looseObject({
    code: openEnum([
      'response_not_found',
      'invalid_input',
      'steering_not_supported',
      'too_many_pending_steers',
      'response_already_completed',
      'response_not_active',
      'successor_creation_failed',
    ]),
    message: z.string(),
    type: z.literal('invalid_request_error'),
  }),
  steer: z.looseObject({
    input: responseSteerInputSchema,
    previous_response_id: z.string(),
    id: z.string().optional(),
  }),
  ...positionShape,
};
export type ResponseSteerFailedEventShape = {
  [Name in keyof typeof responseSteerFailedEventShape]: (typeof responseSteerFailedEventShape)[Name];
};
/** The service rejected the steering input, with the reason. */
export const responseSteerFailedEventSchema: z.ZodObject<ResponseSteerFailedEventShape, z.core.$loose> =
  z.looseObject(responseSteerFailedEventShape);
export type ResponseSteerFailedEvent = z.infer<typeof responseSteerFailedEventSchema>;

const responseWebSocketErrorShape = {
  type: z.literal('error'),
  status: z.int().optional(),
  /** Present only when a stream had started. */
  sequence_number: sequenceNumberSchema.optional(),
  /** Stream id of the frame that caused the error, if it had one. */
  stream_id: z.string().optional(),
  /** As error bodies have it; `headers` are those that an HTTP reply would have had. */
  error: errorObjectSchema.extend({ headers: z.record(z.string(), z.string()).optional() }),
};
export type ResponseWebSocketErrorShape = {
  [Name in keyof typeof responseWebSocketErrorShape]: (typeof responseWebSocketErrorShape)[Name];
};
const responseKeepAliveFrameSchema = responseKeepAliveEventSchema.extend({ stream_id: z.string().optional() });

/** Error for a frame that the service could not process. `status` is the equivalent HTTP status. */
export const responseWebSocketErrorSchema: z.ZodObject<ResponseWebSocketErrorShape, z.core.$loose> =
  z.looseObject(responseWebSocketErrorShape);
export type ResponseWebSocketError = z.infer<typeof responseWebSocketErrorSchema>;

const serverEvents = openUnion([
  ...runningEventMembers,
  responseSteerAcceptedEventSchema,
  responseSteerPendingEventSchema,
  responseSteerFailedEventSchema,
  responseWebSocketErrorSchema,
  responseKeepAliveFrameSchema,
]);
/** A frame from the server: a stream event (with `stream_id` when the client set one), a steering event, or an error. */
export type ResponsesServerEvent = Named<z.infer<typeof serverEvents>>;
/** An event that the server sends over a WebSocket. */
export const responsesServerEventSchema: z.ZodType<ResponsesServerEvent> = serverEvents;
