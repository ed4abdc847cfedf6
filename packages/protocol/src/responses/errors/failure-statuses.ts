// Failures after the response headers have no HTTP status: a table without schemas, for clients.
import { errorKinds } from './error-kinds.js';

/**
 * Codes that occur only in a `response.error` or an `error` event, with the status of an HTTP error for the same
 * reason.
 */
const statuses: ReadonlyMap<string, number> = new Map([
  ['invalid_prompt', 400],
  ['data_residency_mismatch', 400],
  ['bio_policy', 400],
  ['misalignment_policy_violation', 400],
  ['invalid_image', 400],
  ['invalid_image_format', 400],
  ['invalid_base64_image', 400],
  ['invalid_image_url', 400],
  ['image_too_large', 400],
  ['image_too_small', 400],
  ['image_parse_error', 400],
  ['image_content_policy_violation', 400],
  ['invalid_image_mode', 400],
  ['image_file_too_large', 400],
  ['unsupported_image_media_type', 400],
  ['empty_image_file', 400],
  ['failed_to_download_image', 400],
  ['image_file_not_found', 400],
  ['insufficient_quota', 429],
  ['vector_store_timeout', 504],
  ['server_is_overloaded', 503],
  ['slow_down', 503],
]);

/** Implies only 500, although error kinds with other statuses share it as their type. */
const general = 'server_error';

/** The HTTP status of an error with this code or type; undefined for an unknown value, and for `server_error`. */
export function findFailureStatus(codeOrType: string): number | undefined {
  if (codeOrType === general) return undefined;
  const kind = errorKinds.find(({ code }) => code === codeOrType) ?? errorKinds.find(({ type }) => type === codeOrType);
  return kind?.status ?? statuses.get(codeOrType) ?? laterStatus(codeOrType);
}

/** All codes about images and policies concern the request, so later ones will, too. */
function laterStatus(code: string): number | undefined {
  return /image|policy/.test(code) ? 400 : undefined;
}
