import { parseCountRequest, countOnlyResponsesDialect } from '@org/dialects/responses';

/** The dialect for requests of which only the input tokens are counted. */
export const countedResponses: typeof countOnlyResponsesDialect = {
  ...countOnlyResponsesDialect,
  parseRequest: (body) => countOnlyResponsesDialect.parseRequest(parseCountRequest(body)),
};
