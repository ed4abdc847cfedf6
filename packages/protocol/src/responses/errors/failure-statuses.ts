// Failures after the head of an answer have no status of their own: a table without schemas, for clients.
import { errorKinds } from './error-kinds.js';

/** Codes that only stand in a `response.error` or an `error` event, and the status that a refusal for the same reason has. */
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

/** Says nothing beyond 500, though kinds with other statuses share it as their type. */
const general = 'server_error';

/** The HTTP status that a refusal with this code or of this type has; undefined for a word that is not known, and for `server_error`. */
export function findFailureStatus(codeOrType: string): number | undefined {
  if (codeOrType === general) return undefined;
  const kind = errorKinds.find(({ code }) => code === codeOrType) ?? errorKinds.find(({ type }) => type === codeOrType);
  return kind?.status ?? statuses.get(codeOrType) ?? laterStatus(codeOrType);
}

/** Codes about images and policies are all about what was sent, so later ones will be, too. */
function laterStatus(code: string): number | undefined {
  return /image|policy/.test(code) ? 400 : undefined;
}
