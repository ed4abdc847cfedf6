// Run-time helpers for clients of the responses dialect, without schemas: zod, most of this package's size, is not
// loaded.
export {
  accumulateResponse,
  accumulateResponses,
  createResponseAccumulation,
  type AccumulatedResponse,
  type ResponseAccumulation,
} from './streams/accumulate-response.js';
export { openingItem } from './streams/item-growth.js';
export { outputItemEvents, responseEvents } from './streams/response-events.js';
export type { KnownResponseEvent } from './events/stream-event.js';
export { AccumulationError } from '../schema/accumulation-error.js';
export { errorTypes, errorKinds, findErrorKind, type ErrorType, type ErrorKind } from './errors/error-kinds.js';
export { findFailureStatus } from './errors/failure-statuses.js';
export { readErrorBody, type ErrorReport } from '../schema/read-error-body.js';
