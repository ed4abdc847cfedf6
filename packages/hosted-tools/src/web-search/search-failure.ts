import type { HostedToolErrorCode, ServerCallOutcome } from '@org/engine';
import { failedOutcome } from '../shared/failed-outcome.js';
import type { SearchFailureReason } from './search-provider.js';

const failures: Readonly<Record<SearchFailureReason, readonly [HostedToolErrorCode, string]>> = {
  limited: ['too-many-requests', 'No more searches are possible at the moment.'],
  unavailable: ['unavailable', 'The search provider does not respond.'],
  refused: ['unavailable', 'The search provider does not accept the searches of this service.'],
  invalid: ['unavailable', 'The search provider responded with something that is no list of results.'],
};

/** The outcome of a search that a provider did not make. The model must not take it for a search without hits. */
export function searchFailure(reason: SearchFailureReason): ServerCallOutcome {
  const [code, cause] = failures[reason];
  return failedOutcome(
    code,
    `The search failed: ${cause} Nothing was searched. Respond without results of the web, and tell the user that the search did not work.`,
  );
}
