import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { responseOutputItemSchema } from '../items/output-item.js';
import {
  reasoningTextSchema,
  responseOutputRefusalSchema,
  responseOutputTextSchema,
} from '../response/output-content.js';
import { contentPositionShape, indexSchema, sequenceNumberSchema } from './event-base.js';

const responseOutputItemAddedEventShape = {
  type: z.literal('response.output_item.added'),
  /** The item as it is now: what grows is empty or not there yet. */
  item: responseOutputItemSchema,
  /** Index in `output`, from 0. */
  output_index: indexSchema,
  /** Position of the event in its stream, from 0 without a gap. */
  sequence_number: sequenceNumberSchema,
};
export type ResponseOutputItemAddedEventShape = {
  [Name in keyof typeof responseOutputItemAddedEventShape]: (typeof responseOutputItemAddedEventShape)[Name];
};
/** An item starts: fixed fields are set, streamed fields are empty. */
export const responseOutputItemAddedEventSchema: z.ZodObject<ResponseOutputItemAddedEventShape, z.core.$loose> =
  z.looseObject(responseOutputItemAddedEventShape);
export type ResponseOutputItemAddedEvent = z.infer<typeof responseOutputItemAddedEventSchema>;

const responseOutputItemDoneEventShape = {
  type: z.literal('response.output_item.done'),
  /** The item as in `output` of the response. */
  item: responseOutputItemSchema,
  /** Index in `output`, from 0. */
  output_index: indexSchema,
  /** Position of the event in its stream, from 0 without a gap. */
  sequence_number: sequenceNumberSchema,
};
export type ResponseOutputItemDoneEventShape = {
  [Name in keyof typeof responseOutputItemDoneEventShape]: (typeof responseOutputItemDoneEventShape)[Name];
};
/** An item is complete. */
export const responseOutputItemDoneEventSchema: z.ZodObject<ResponseOutputItemDoneEventShape, z.core.$loose> =
  z.looseObject(responseOutputItemDoneEventShape);
export type ResponseOutputItemDoneEvent = z.infer<typeof responseOutputItemDoneEventSchema>;

/** A part of a message or of a reasoning item. */
export const streamedPartSchema = openUnion([
  responseOutputTextSchema,
  responseOutputRefusalSchema,
  reasoningTextSchema,
]);
export type StreamedPart = z.infer<typeof streamedPartSchema>;

/** A content part starts, empty. */
export const responseContentPartAddedEventSchema = z.looseObject({
  type: z.literal('response.content_part.added'),
  part: streamedPartSchema,
  ...contentPositionShape,
});
export type ResponseContentPartAddedEvent = z.infer<typeof responseContentPartAddedEventSchema>;

/** A content part is complete. */
export const responseContentPartDoneEventSchema = z.looseObject({
  type: z.literal('response.content_part.done'),
  part: streamedPartSchema,
  ...contentPositionShape,
});
export type ResponseContentPartDoneEvent = z.infer<typeof responseContentPartDoneEventSchema>;
