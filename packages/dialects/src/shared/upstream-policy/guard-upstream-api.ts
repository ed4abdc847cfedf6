// The one place where a policy applies to everything that an upstream receives, whatever way the request came in.
import type { JsonObject, UpstreamApi, UpstreamReader, UpstreamRequest } from '@org/engine';
import { applyPolicy, type PolicyContext } from './apply-policy.js';
import { bindIds } from './bind-ids.js';
import { conversationWarnings } from './describe-finding.js';
import type { RequestFields } from './field-nodes.js';

/** The policy for the requests of one owner to one upstream. */
export interface OwnerPolicy extends PolicyContext {
  /** The form in which the owner receives an id of the upstream and may send it back. Absent: as it is. */
  bindVendorId?(id: string): string;
}

/**
 * `api` with requests that the policy has been applied to: an encoded request holds the entire conversation, so fields
 * of earlier turns that a later policy does not let pass are left out, too, with a warning.
 */
export function guardUpstreamApi(api: UpstreamApi, fields: RequestFields, policy: OwnerPolicy): UpstreamApi {
  const guard = (request: UpstreamRequest): UpstreamRequest => {
    const { body, findings } = applyPolicy(fields, request.body, policy);
    if (findings.length === 0) return body === request.body ? request : { ...request, body };
    return { ...request, body, warnings: [...request.warnings, ...conversationWarnings(findings, policy.settings)] };
  };
  return {
    ...api,
    encode: (request, target) => guard(api.encode(request, target)),
    encodeCount: (request, target) => guard(api.encodeCount(request, target)),
    createReader: (...args) => withBoundIds(api.createReader(...args), policy),
  };
}

function withBoundIds(reader: UpstreamReader, { bindVendorId }: OwnerPolicy): UpstreamReader {
  if (bindVendorId === undefined) return reader;
  const bound = (event: JsonObject, text: string | undefined): readonly [JsonObject, string | undefined] =>
    bindIds(event, text, bindVendorId);
  return {
    get done() {
      return reader.done;
    },
    push: (event, text) => reader.push(...bound(event, text)),
    pushDocument: (document, text) => reader.pushDocument(...bound(document, text)),
    giveUp: () => reader.giveUp?.(),
  };
}
