import type { JsonObject } from '@org/engine';
import { betaName, maxBetas } from '../http/dialect-of-path.js';

/**
 * The `betas` of a batch request: the types of the official SDK allow them in each request of a batch, while for any
 * other request they become the header. A list that is invalid as a header counts as absent.
 */
export function requestBetas({ betas }: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(betas) || betas.length > maxBetas) return undefined;
  const names = betas.filter((beta): beta is string => typeof beta === 'string' && betaName.test(beta));
  return names.length === betas.length ? names : undefined;
}

/** The params of a request without its own betas, and these merged with those of its batch. */
export function withRequestBetas(
  params: JsonObject,
  ofBatch: readonly string[],
): { readonly params: JsonObject; readonly betas: readonly string[] } {
  const own = requestBetas(params);
  if (own === undefined) return { params, betas: ofBatch };
  const { betas: _, ...rest } = params;
  return { params: rest, betas: [...new Set([...ofBatch, ...own])] };
}
