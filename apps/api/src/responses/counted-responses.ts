import { parseCountRequest, unansweredResponses } from '@org/dialects/responses';

/** The dialect for requests of which only the input tokens are counted. */
export const countedResponses: typeof unansweredResponses = {
  ...unansweredResponses,
  parseRequest: (body) => unansweredResponses.parseRequest(parseCountRequest(body)),
};
