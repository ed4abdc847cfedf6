import type { z } from 'zod';
import { openUnion, type Named, type UnknownMember } from '../../schema/open-union.js';
import { sequenceNumberSchema } from './event-base.js';
import {
  responseCompletedEventSchema,
  responseCreatedEventSchema,
  responseErrorEventSchema,
  responseFailedEventSchema,
  responseInProgressEventSchema,
  responseIncompleteEventSchema,
  responseKeepAliveEventSchema,
  responseQueuedEventSchema,
  type ResponseKeepAliveEvent,
} from './lifecycle-events.js';
import {
  responseContentPartAddedEventSchema,
  responseContentPartDoneEventSchema,
  responseOutputItemAddedEventSchema,
  responseOutputItemDoneEventSchema,
} from './item-events.js';
import {
  responseOutputTextAnnotationAddedEventSchema,
  responseRefusalDeltaEventSchema,
  responseRefusalDoneEventSchema,
  responseTextDeltaEventSchema,
  responseTextDoneEventSchema,
} from './text-events.js';
import {
  responseCustomToolCallInputDeltaEventSchema,
  responseCustomToolCallInputDoneEventSchema,
  responseFunctionCallArgumentsDeltaEventSchema,
  responseFunctionCallArgumentsDoneEventSchema,
  responseMcpCallArgumentsDeltaEventSchema,
  responseMcpCallArgumentsDoneEventSchema,
} from './call-events.js';
import {
  responseReasoningSummaryPartAddedEventSchema,
  responseReasoningSummaryPartDoneEventSchema,
  responseReasoningSummaryTextDeltaEventSchema,
  responseReasoningSummaryTextDoneEventSchema,
  responseReasoningTextDeltaEventSchema,
  responseReasoningTextDoneEventSchema,
} from './reasoning-events.js';
import {
  responseCodeInterpreterCallCodeDeltaEventSchema,
  responseCodeInterpreterCallCodeDoneEventSchema,
  responseCodeInterpreterCallCompletedEventSchema,
  responseCodeInterpreterCallInProgressEventSchema,
  responseCodeInterpreterCallInterpretingEventSchema,
  responseCompactionCompactingEventSchema,
  responseFileSearchCallCompletedEventSchema,
  responseFileSearchCallInProgressEventSchema,
  responseFileSearchCallSearchingEventSchema,
  responseImageGenCallCompletedEventSchema,
  responseImageGenCallGeneratingEventSchema,
  responseImageGenCallInProgressEventSchema,
  responseImageGenCallPartialImageEventSchema,
  responseMcpCallCompletedEventSchema,
  responseMcpCallFailedEventSchema,
  responseMcpCallInProgressEventSchema,
  responseMcpListToolsCompletedEventSchema,
  responseMcpListToolsFailedEventSchema,
  responseMcpListToolsInProgressEventSchema,
  responseWebSearchCallCompletedEventSchema,
  responseWebSearchCallInProgressEventSchema,
  responseWebSearchCallSearchingEventSchema,
} from './hosted-tool-events.js';
import {
  responseShellCallCommandAddedEventSchema,
  responseShellCallCommandDeltaEventSchema,
  responseShellCallCommandDoneEventSchema,
  responseShellCallOutputContentDeltaEventSchema,
  responseShellCallOutputContentDoneEventSchema,
} from './shell-events.js';
import {
  responseAudioDeltaEventSchema,
  responseAudioDoneEventSchema,
  responseAudioTranscriptDeltaEventSchema,
  responseAudioTranscriptDoneEventSchema,
} from './audio-events.js';

/** The events of a running response: all except `error`, whose format depends on the transport. */
export const runningEventMembers = [
  responseCreatedEventSchema,
  responseQueuedEventSchema,
  responseInProgressEventSchema,
  responseCompletedEventSchema,
  responseIncompleteEventSchema,
  responseFailedEventSchema,
  responseOutputItemAddedEventSchema,
  responseOutputItemDoneEventSchema,
  responseContentPartAddedEventSchema,
  responseContentPartDoneEventSchema,
  responseTextDeltaEventSchema,
  responseTextDoneEventSchema,
  responseRefusalDeltaEventSchema,
  responseRefusalDoneEventSchema,
  responseOutputTextAnnotationAddedEventSchema,
  responseFunctionCallArgumentsDeltaEventSchema,
  responseFunctionCallArgumentsDoneEventSchema,
  responseCustomToolCallInputDeltaEventSchema,
  responseCustomToolCallInputDoneEventSchema,
  responseMcpCallArgumentsDeltaEventSchema,
  responseMcpCallArgumentsDoneEventSchema,
  responseReasoningSummaryPartAddedEventSchema,
  responseReasoningSummaryPartDoneEventSchema,
  responseReasoningSummaryTextDeltaEventSchema,
  responseReasoningSummaryTextDoneEventSchema,
  responseReasoningTextDeltaEventSchema,
  responseReasoningTextDoneEventSchema,
  responseCodeInterpreterCallInProgressEventSchema,
  responseCodeInterpreterCallInterpretingEventSchema,
  responseCodeInterpreterCallCompletedEventSchema,
  responseFileSearchCallInProgressEventSchema,
  responseFileSearchCallSearchingEventSchema,
  responseFileSearchCallCompletedEventSchema,
  responseWebSearchCallInProgressEventSchema,
  responseWebSearchCallSearchingEventSchema,
  responseWebSearchCallCompletedEventSchema,
  responseImageGenCallInProgressEventSchema,
  responseImageGenCallGeneratingEventSchema,
  responseImageGenCallCompletedEventSchema,
  responseMcpCallInProgressEventSchema,
  responseMcpCallCompletedEventSchema,
  responseMcpCallFailedEventSchema,
  responseMcpListToolsInProgressEventSchema,
  responseMcpListToolsCompletedEventSchema,
  responseMcpListToolsFailedEventSchema,
  responseCompactionCompactingEventSchema,
  responseCodeInterpreterCallCodeDeltaEventSchema,
  responseCodeInterpreterCallCodeDoneEventSchema,
  responseImageGenCallPartialImageEventSchema,
  responseShellCallCommandAddedEventSchema,
  responseShellCallCommandDeltaEventSchema,
  responseShellCallCommandDoneEventSchema,
  responseShellCallOutputContentDeltaEventSchema,
  responseShellCallOutputContentDoneEventSchema,
  responseAudioDeltaEventSchema,
  responseAudioDoneEventSchema,
  responseAudioTranscriptDeltaEventSchema,
  responseAudioTranscriptDoneEventSchema,
] as const;

const streamEvents = openUnion([...runningEventMembers, responseErrorEventSchema, responseKeepAliveEventSchema], {
  sequence_number: sequenceNumberSchema,
});
/** An event of a stream. Each has `type` and, except for a keep-alive, `sequence_number`. */
export type ResponseStreamEvent = Named<z.infer<typeof streamEvents>>;
/** An event of a response stream. */
export const responseStreamEventSchema: z.ZodType<ResponseStreamEvent> = streamEvents;

/** An event of a response, of a kind that is known. */
export type KnownResponseEvent = Exclude<ResponseStreamEvent, UnknownMember | ResponseKeepAliveEvent>;
