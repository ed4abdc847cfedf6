// Error values and their meaning: tables without schemas, for clients.

/** The usual HTTP status of every error type. */
export const errorStatus = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
} as const;

/** The error types that this part of the API uses. */
export type KnownErrorType = keyof typeof errorStatus;

/** Values of `details.error_code`, by HTTP status. A code that is not known counts as the bare type. */
export const errorCodesByStatus = {
  400: [
    'available_tools_limit_exceeded',
    'tool_name_conflict',
    'tool_reference_unresolved',
    'image_dimensions_too_large',
    'compaction_block_ambiguous',
    'compaction_block_misplaced',
    'compaction_content_mismatch',
    'compaction_incomplete_turn',
    'compaction_nothing_to_summarize',
    'compaction_signature_invalid',
    'compaction_too_many_tool_references',
    'compaction_tool_changes_mismatch',
    'thread_already_continued',
    'thread_continue_in_flight',
    'thread_fingerprint_mismatch',
    'thread_unsupported_request',
    'request_body_encoding_invalid',
    'request_body_encoding_unsupported',
    'file_not_downloadable',
    'storage_quota_exceeded',
    'workspace_human_review_disabled',
  ],
  404: ['thread_not_found', 'file_expired'],
  413: ['request_body_too_large_after_decoding'],
  429: ['enforced_spend_limit_reached', 'contract_spend_limit_reached', 'ramp_limit_exceeded'],
  503: ['cmek_context_unavailable', 'cmek_key_unreachable'],
  529: ['compaction_unavailable'],
} as const;

/** Every known `details.error_code`. */
export const errorCodes = [
  ...errorCodesByStatus[400],
  ...errorCodesByStatus[404],
  ...errorCodesByStatus[413],
  ...errorCodesByStatus[429],
  ...errorCodesByStatus[503],
  ...errorCodesByStatus[529],
] as const;
