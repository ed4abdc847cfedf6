// Errors about the request of a client, as the upstreams of both APIs report them.

/** Errors of the messages API with the class that each client has for them. */
export const messagesErrors = (model) => [
  {
    name: 'ImageDimensionsTooLargeError',
    python: 'BadRequestError',
    status: 400,
    type: 'invalid_request_error',
    message: 'messages.2.content.1: the longest side of an image is larger than 8000 pixels',
    details: {
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: 8000,
      paths: ['messages.0.content.1'],
    },
  },
  {
    name: 'ToolNameConflictError',
    python: 'BadRequestError',
    status: 400,
    type: 'invalid_request_error',
    message: 'tools.1: the name of this tool is used twice',
    details: { error_code: 'tool_name_conflict', names: ['look'] },
  },
  {
    name: 'NotFoundError',
    status: 404,
    type: 'not_found_error',
    message: `model: ${model}`,
  },
  { name: 'ConflictError', status: 409, type: 'conflict_error', message: 'The thread is in use.' },
  {
    name: 'ContentTooLargeError',
    python: 'RequestTooLargeError',
    status: 413,
    type: 'request_too_large',
    message: 'Request exceeds the maximum size',
  },
  {
    name: 'UnprocessableEntityError',
    status: 422,
    type: 'invalid_request_error',
    message: 'messages.0.content: the text contains lone surrogates',
  },
];

/** Errors of the responses API. */
export const responsesErrors = (model) => [
  {
    name: 'BadRequestError',
    status: 400,
    type: 'invalid_request_error',
    message: 'The image data you provided does not represent a valid image.',
    code: 'invalid_image',
    param: 'input[0].content[0]',
  },
  {
    name: 'NotFoundError',
    status: 404,
    type: 'invalid_request_error',
    message: `The model '${model}' does not exist or you do not have access to it.`,
    code: 'model_not_found',
    param: 'model',
  },
  {
    name: 'UnprocessableEntityError',
    status: 422,
    type: 'invalid_request_error',
    message: 'The temperature of this model is fixed.',
    code: 'unsupported_value',
    param: 'temperature',
  },
  {
    name: 'ConflictError',
    status: 409,
    type: 'invalid_request_error',
    message: 'Another process is operating on this conversation.',
    code: 'conversation_locked',
    param: 'conversation',
  },
  {
    name: 'APIError',
    python: 'APIStatusError',
    status: 413,
    type: 'invalid_request_error',
    message: 'The request is larger than 50 MB.',
    code: 'request_too_large',
    param: 'input',
  },
];
