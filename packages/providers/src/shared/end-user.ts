import { createHash } from 'node:crypto';
import type { GenerationRequest } from '@org/engine';

/**
 * The id of an end user for a wire that takes at most `maxLength` characters of one, 64 or more: as the client gave it, or a digest of one
 * that is longer, which stands for the same user all the same.
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
