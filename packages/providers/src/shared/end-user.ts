import { createHash } from 'node:crypto';
import type { GenerationRequest } from '@org/engine';

/**
 * Returns an end user's id for an API with a maximum of `maxLength` characters, 64 or more: unchanged, or a digest of
 * a longer one, which still identifies the user.
 */
export function shortenUserId(endUser: string, maxLength: number): string {
  return endUser.length <= maxLength ? endUser : createHash('sha256').update(endUser).digest('hex');
}

/** The request with such an id. */
export function withShortenedUserId(request: GenerationRequest, maxLength: number): GenerationRequest {
  const { endUser } = request;
  return endUser === undefined || endUser.length <= maxLength
    ? request
    : { ...request, endUser: shortenUserId(endUser, maxLength) };
}
