import type { HostedToolErrorCode } from '@org/engine';
import type { ApiTool } from './api-tool.js';

type ErrorCodes = Readonly<Partial<Record<HostedToolErrorCode, string>>>;

const everyTool: ErrorCodes = { 'invalid-input': 'invalid_tool_input', 'too-many-requests': 'too_many_requests' };
const everyCodeTool: ErrorCodes = { ...everyTool, 'time-limit': 'execution_time_exceeded' };

/** The error codes that each result block defines. What the API has no code for is `unavailable`. */
const errorCodes: Readonly<Record<ApiTool, ErrorCodes>> = {
  web_search: {
    ...everyTool,
    'max-uses-exceeded': 'max_uses_exceeded',
    'query-too-long': 'query_too_long',
    'content-too-large': 'request_too_large',
  },
  web_fetch: {
    ...everyTool,
    'max-uses-exceeded': 'max_uses_exceeded',
    'url-too-long': 'url_too_long',
    'url-not-allowed': 'url_not_allowed',
    'url-not-in-context': 'url_not_in_prior_context',
    'url-not-accessible': 'url_not_accessible',
    'unsupported-content-type': 'unsupported_content_type',
    'content-too-large': 'content_too_large',
    'time-limit': 'url_not_accessible',
  },
  code_execution: everyCodeTool,
  bash_code_execution: { ...everyCodeTool, 'output-too-large': 'output_file_too_large' },
  text_editor_code_execution: { ...everyCodeTool, 'file-not-found': 'file_not_found' },
};

/** `error_code` of a failed call. */
export function errorCodeOf(tool: ApiTool, code: HostedToolErrorCode): string {
  return errorCodes[tool][code] ?? 'unavailable';
}
