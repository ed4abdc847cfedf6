/** The class that the official SDK throws for a status. The SDK reads only the status; `error.type` is for programs. */
export const sdkErrorClass = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  402: 'PaymentRequiredError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  408: 'RequestTimeoutError',
  409: 'ConflictError',
  413: 'ContentTooLargeError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
  500: 'InternalServerError',
  501: 'NotImplementedError',
  503: 'ServiceUnavailableError',
  504: 'GatewayTimeoutError',
  529: 'OverloadedError',
} as const;
