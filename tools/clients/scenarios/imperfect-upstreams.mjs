// Imperfect upstreams of the responses API: their rejections, the ids of their items, and their streams.

const itemsOf = ({ input }) => (Array.isArray(input) ? input : []);
/** Whether a request contains reasoning that the upstream has encrypted. */
export const hasReasoning = (body) => itemsOf(body).some(({ encrypted_content: content }) => content !== undefined);
const hasReasoningId = (body) => itemsOf(body).some(({ type, id }) => type === 'reasoning' && typeof id === 'string');

const isFunction = ({ type }) => type === 'function';
/** Rejects all tools but functions, by status, code and param alone. */
export const onlyFunctions = {
  when: ({ tools }) => !tools.every(isFunction),
  body: ({ tools }) => ({
    error: {
      message: 'Invalid',
      type: 'invalid_request_error',
      param: `tools.${tools.findIndex((tool) => !isFunction(tool))}.type`,
      code: 'invalid_string',
    },
  }),
};

const prefixes = { reasoning: 'rs', message: 'msg', function_call: 'fc' };
/** Ids that begin anew in each response. */
export const repeatedIds = (type, index) => `${prefixes[type]}_${index}`;

/** Rejections of reasoning that the upstream has encrypted itself. */
export const reasoningErrors = {
  'cannot decrypt it': {
    status: 400,
    body: {
      code: 'invalid-argument',
      error:
        'Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.',
    },
  },
  'does not know its owner': {
    status: 400,
    body: ({ input }) => ({
      error: {
        message: 'This item belongs to another organization.',
        type: 'invalid_request_error',
        param: `input[${input.findIndex(({ type }) => type === 'reasoning')}]`,
        code: null,
      },
    }),
  },
  'does not find its item': {
    when: hasReasoningId,
    warning: [],
    status: 404,
    body: ({ input }) => ({
      error: {
        message: `Item with id '${input.find(({ type }) => type === 'reasoning').id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        type: 'invalid_request_error',
        param: 'input',
        code: null,
      },
    }),
  },
};

const isDone = ({ type }) => type === 'response.output_item.done';
const empty = { message: { content: [] }, function_call: { arguments: '' } };
const unnamed = { message: { content: [{ type: 'output_text' }] }, function_call: { name: '' } };
const withDone = (events, members) =>
  events.map((event) => (isDone(event) ? { ...event, item: { ...event.item, ...members[event.item.type] } } : event));

/** Changes of the events of an item, by what the client reads. */
export const imperfectStreams = {
  'events once that the upstream repeats': (events) => events.flatMap((event) => [event, event]),
  'items that only the end of the response contains': (events) => withDone([events[0], events.at(-1)], empty),
  'items whose end lacks a name or a text': (events) => withDone(events, unnamed),
};
