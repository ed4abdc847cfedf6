// The responses dialect: POST /v1/responses and what belongs to it.
import { responseCreateParamsSchema, type Response, type ResponseCreateParams } from '@org/protocol/responses';
import { formatSseEvent } from '@org/protocol/sse';
import type { Dialect } from './dialect.js';
import { dropGivenResults } from './responses/hosted-tools/stored-result.js';
import { requestPaths } from './responses/request-paths.js';
import { decodeCountRequest } from './responses/decode/count-request.js';
import { decodeRequest } from './responses/decode/decode-request.js';
import { parseBody } from './responses/decode/parse-body.js';
import { referencedIds } from './responses/decode/resolve-items.js';
import { encodeError } from './responses/encode/encode-error.js';
import { ResponsesTurnEncoder } from './responses/encode/encode-events.js';
import { formatEvent } from './responses/encode/format-event.js';
import { keepAliveEvent } from './responses/encode/keep-alive-event.js';
import type { SentEvent } from './responses/encode/sent-event.js';

export {
  embeddingFields,
  encodeEmbeddings,
  parseEmbeddingRequest,
  type EmbeddingRequest,
} from './responses/retrieval/embeddings.js';
export { encodeRanking, parseRerankRequest, rerankFields, type RerankRequest } from './responses/retrieval/rerank.js';
export { compactWarnings, encodeCompaction, parseCompactRequest } from './responses/compaction.js';
export { encodeInputCount, parseCountRequest } from './responses/decode/count-request.js';
export { decodeStoredItem, toConversationItems, unsupportedItemWarnings } from './responses/conversation.js';
export type { DecodedItem } from './responses/decode/decode-item.js';
export { joinItems } from './responses/decode/decode-items.js';
export { parseBody } from './responses/decode/parse-body.js';
export { decodeFilter } from './responses/hosted-tools/decode-filter.js';
export { maxItemIdLength } from './responses/rules/require-readable-ids.js';
export { explicitIds, rejectDuplicateIds } from './responses/rules/reject-duplicate-ids.js';
export { referencedIds } from './responses/decode/resolve-items.js';
export { announceResponse, type Announcement } from './responses/encode/announce-response.js';
export { closeResponse, type ClosedResponse } from './responses/encode/close-response.js';
export { usageOfLog } from './responses/encode/usage-of-log.js';
export { keepAliveEvent } from './responses/encode/keep-alive-event.js';
export { includeStored, includeStoredEvent, includeStoredItem } from './responses/encode/include-stored.js';
export { listedItem } from './responses/encode/listed-item.js';
export {
  decodeStandaloneSearch,
  encodeStandaloneSearch,
  type SearchCall,
  type StandaloneSearch,
} from './responses/standalone-search.js';
export { responsesApi } from './responses/upstream/responses-api.js';
export type { SentEvent } from './responses/encode/sent-event.js';
export { responsesRequestFields } from './responses/upstream-policy/request-fields.js';

/** Translates the responses API to the neutral model and back. */
export const responsesDialect: Dialect<ResponseCreateParams, Response, SentEvent> = {
  id: 'responses',
  parseRequest: (body) => dropGivenResults(parseBody(responseCreateParamsSchema, body)),
  referencedItems: (request) => referencedIds(request.input),
  decodeRequest,
  requestPaths,
  createEncoder: (request, context) => new ResponsesTurnEncoder(request, context, { endsStream: true }),
  encodeError,
  formatEvent,
  // Codex counts only events as activity. The OpenAI SDK accepts this one, but not as the first event.
  keepAlive: { frame: (last) => formatSseEvent(keepAliveEvent(last?.sequence_number)), waitsForStart: true },
  endFrame: 'data: [DONE]\n\n',
};

/** The same for requests that are only counted: they need no input. */
export const countOnlyResponsesDialect: typeof responsesDialect = {
  ...responsesDialect,
  decodeRequest: decodeCountRequest,
};

/** The dialect on a connection that other responses share. */
export const webSocketResponsesDialect: typeof responsesDialect = {
  ...responsesDialect,
  createEncoder: (request, context) => new ResponsesTurnEncoder(request, context, { endsStream: false }),
};

/**
 * The dialect for requests that only prepare for the next one: they need no input, and add nothing to their
 * conversation.
 */
export const prepareOnlyResponsesDialect: typeof responsesDialect = {
  ...webSocketResponsesDialect,
  decodeRequest: (request, options) => decodeRequest(request, { ...options, allowsNoInput: true, prepareOnly: true }),
};
