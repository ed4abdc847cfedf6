import { createHash } from 'node:crypto';
import type { GenerationRequest } from '@org/engine';

/**
 * The id of an end user for a wire that takes at most `longest` characters of one, 64 or more: as the client gave it, or a digest of one
 * that is longer, which stands for the same user all the same.
 */
export function fittingUserId(endUser: string, longest: number): string {
  return endUser.length <= longest ? endUser : createHash('sha256').update(endUser).digest('hex');
}

/** The request with such an id. */
export function withFittingUserId(request: GenerationRequest, longest: number): GenerationRequest {
  const { endUser } = request;
  return endUser === undefined || endUser.length <= longest
    ? request
    : { ...request, endUser: fittingUserId(endUser, longest) };
}
