import {
  checkRequest,
  defaultUpstreamPolicy,
  guardUpstreamApi,
  type PolicyRule,
  type RequestFields,
} from '@org/dialects/dialect';
import { messagesApi, messagesRequestFields } from '@org/dialects/messages';
import { responsesApi, responsesRequestFields } from '@org/dialects/responses';
import type { DialectId, JsonObject, UpstreamApi, Warning } from '@org/engine';
import { isPublicUrl, type AddressPolicy } from '@org/hosted-tools';
import { idInBoundForm, type VendorIdSigner } from '../signing/vendor-id-signer.js';
import { isFileId } from './is-file-id.js';
import type { ModelPolicy } from './model-policies.js';

export interface UpstreamPoliciesOptions {
  /** Absent: no id is bound to an owner, so none passes where unbound ids do not. */
  readonly vendorIds?: VendorIdSigner;
  /** Which addresses are public. Default: those that are. */
  readonly addresses?: AddressPolicy | undefined;
  /** Whether this service fetches URLs for upstreams of other APIs. Default false. */
  readonly fetchesMedia?: boolean;
}

/** A request as its client sent it. */
export interface ClientRequest {
  readonly dialect: DialectId;
  readonly body: JsonObject;
  readonly owner: string;
  /** Signer of the upstream of the model. Absent: there are several. */
  readonly signer?: string | undefined;
}

const apis: Readonly<Record<DialectId, { readonly api: UpstreamApi; readonly fields: () => RequestFields }>> = {
  messages: { api: messagesApi, fields: messagesRequestFields },
  responses: { api: responsesApi, fields: responsesRequestFields },
};

/** All that a request can tell an upstream of another API to do: the rest of it is translated. */
const rulesOfTranslated: ReadonlySet<PolicyRule> = new Set(['mediaUrls']);

/** Applies the policies of models to requests: before they run, and where an upstream receives them. */
export class UpstreamPolicies {
  readonly #options: UpstreamPoliciesOptions;

  constructor(options: UpstreamPoliciesOptions = {}) {
    this.#options = options;
  }

  /** Whether an upstream may be told to fetch from `url`. */
  readonly isPublicUrl = (url: string): boolean => isPublicUrl(url, this.#options.addresses);

  /** The API of an upstream for the requests of each owner. */
  apiFor(dialect: DialectId, settings = defaultUpstreamPolicy): (owner: string, signer: string) => UpstreamApi {
    const { api, fields } = apis[dialect];
    const { vendorIds } = this.#options;
    const requestFields = fields();
    return (owner, signer) =>
      guardUpstreamApi(api, requestFields, {
        settings,
        isPublicUrl: this.isPublicUrl,
        readVendorId: (id) => vendorIds?.read(owner, signer, id),
        ...(vendorIds !== undefined &&
          settings.vendorIds !== 'pass' && { bindVendorId: (id) => vendorIds.bind(owner, signer, id) }),
      });
  }

  /** Reads the fields of all dialects now, so that no request has to wait for it. */
  warmUp(): void {
    for (const { fields } of Object.values(apis)) fields();
  }

  /**
   * The warnings for what of a request its upstream will not receive. Throws `invalid-request` that names the field, as
   * the client wrote it, for what fails the request.
   */
  check({ dialect, body, owner, signer }: ClientRequest, { settings, dialects }: ModelPolicy): readonly Warning[] {
    const isNative = dialects.has(dialect);
    const isFetched = !isNative && this.#options.fetchesMedia === true && settings.mediaUrls === 'public';
    return checkRequest(
      apis[dialect].fields(),
      body,
      {
        settings: isFetched ? { ...settings, mediaUrls: 'fetch' } : settings,
        isPublicUrl: this.isPublicUrl,
        readVendorId: (id) => this.#read(owner, signer, id),
        isOtherId: isFileId,
        isBeforeFetch: true,
      },
      isNative ? undefined : rulesOfTranslated,
    );
  }

  /** Several upstreams decide themselves, each about its own ids. */
  #read(owner: string, signer: string | undefined, id: string): string | undefined {
    return signer === undefined ? idInBoundForm(id) : this.#options.vendorIds?.read(owner, signer, id);
  }
}
