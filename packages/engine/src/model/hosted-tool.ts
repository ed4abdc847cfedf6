// Tools that the service runs itself while a model responds: what a request asks for, and what a call gave.
import type { JsonObject } from '../json/json-value.js';

/** The kinds of tools that the service can run itself. */
export type HostedToolKind = 'web-search' | 'web-fetch' | 'file-search' | 'code';

/** A hosted tool as a request declares it, in neutral terms. */
export type HostedToolRequest = WebSearchRequest | WebFetchRequest | FileSearchRequest | CodeRequest;

interface HostedToolRequestBase {
  /** Path of the tool in the client's request, for errors. */
  readonly param: string;
}

/** Hosts, with their subdomains, and optional paths, such as `example.com/blog`. At most one list is there. */
export interface DomainFilter {
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
  /** Path of the list in the request. Absent: errors name the tool. */
  readonly param?: string;
}

/** Searches the web. */
export interface WebSearchRequest extends HostedToolRequestBase {
  readonly kind: 'web-search';
  /** Maximum number of searches in a response, at least 1; the tool counts those that it makes. Absent: no own limit. */
  readonly maxUses?: number;
  readonly domains?: DomainFilter;
  /** Approximate place of the user; `country` is an ISO 3166 code of two letters, `timezone` an IANA name. */
  readonly location?: {
    readonly country?: string;
    readonly region?: string;
    readonly city?: string;
    readonly timezone?: string;
  };
  /** How much of the found pages the model reads. Default `medium`. */
  readonly contextSize?: 'low' | 'medium' | 'high';
  /** Whether the model may open found pages and look for text in them. Default false. */
  readonly opensPages?: boolean;
}

/** Reads pages whose URLs the conversation contains. */
export interface WebFetchRequest extends HostedToolRequestBase {
  readonly kind: 'web-fetch';
  /** Maximum number of pages in a response, at least 1; the tool counts those that it reads. Absent: no own limit. */
  readonly maxUses?: number;
  readonly domains?: DomainFilter;
  /** Approximate maximum number of tokens of a page's text. Absent: the limit of the configuration. */
  readonly maxContentTokens?: number;
  /** Whether the model cites passages of the page. Default false. */
  readonly citations?: boolean;
  /** Whether a page may come from the cache of its owner. Default true. */
  readonly useCache?: boolean;
  /** Where a URL must stand so that it may be read. Absent members allow every source of that kind. */
  readonly urlSources?: UrlSources;
}

/** Which parts of a conversation may provide the URLs that are read. The model's own text never does. */
export interface UrlSources {
  readonly userInput?: 'all' | 'none';
  readonly clientToolResults?: UrlSourceTools;
  readonly serverToolResults?: UrlSourceTools;
}

/** The results of which tools count, by their names. */
export type UrlSourceTools =
  | 'all'
  | 'none'
  | { readonly only: readonly string[] }
  | { readonly except: readonly string[] };

/** Searches the files of vector stores. */
export interface FileSearchRequest extends HostedToolRequestBase {
  readonly kind: 'file-search';
  /** At least one. */
  readonly vectorStoreIds: readonly string[];
  readonly filter?: AttributeFilter;
  readonly ranking?: SearchRanking;
  /** 1 to 50. Default 20. */
  readonly maxResults?: number;
}

/** How the results of a file search are ranked. */
export interface SearchRanking {
  /** Results with a lower score are omitted. 0 to 1, default 0. */
  readonly scoreThreshold?: number;
  /** Weights of the two searches in the fused rank; not both 0. Default 1 each. */
  readonly weights?: { readonly vector: number; readonly text: number };
  /** `none`: the order of the fused rank stays as it is, also where a reranker is configured. Default `auto`. */
  readonly reranker?: 'auto' | 'none';
}

/** A value of a file's attribute. Types differ: `"1"` is not `1`. */
export type AttributeValue = string | number | boolean;

/** A condition on the attributes of files. */
export type AttributeFilter =
  | { readonly type: 'and' | 'or'; readonly filters: readonly AttributeFilter[] }
  | {
      readonly type: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly key: string;
      readonly value: AttributeValue;
    }
  | { readonly type: 'in' | 'nin'; readonly key: string; readonly values: readonly AttributeValue[] };

/** Runs code in a container. */
export interface CodeRequest extends HostedToolRequestBase {
  readonly kind: 'code';
  /** What the model may call: Python code, shell commands, an editor of text files. At least one. */
  readonly languages: readonly CodeLanguage[];
  /** An existing container. Absent: the conversation's container, or a new one. */
  readonly containerId?: string;
  /** The container of the last call that the client sent back in its input. Absent: there is none. */
  readonly recentContainerId?: string;
  /** Files to put into the container. */
  readonly fileIds?: readonly string[];
  /** Files that messages of the conversation attach are put into the container as well. Default false. */
  readonly takesAttachments?: boolean;
  /** Paths of `containerId` and `fileIds` in the request. */
  readonly params: { readonly containerId: string; readonly fileIds: string };
  /** MiB; the configuration's limit applies as well. Absent: that limit. */
  readonly memoryMiB?: number;
}

/** What the model may call in a container. */
export type CodeLanguage = 'python' | 'bash' | 'editor';

/** What a call of a hosted tool gave, for the dialects. The model reads the text of the outcome instead. */
export type HostedToolResult =
  | WebSearchResult
  | WebPageResult
  | WebFetchResult
  | FileSearchResult
  | CodeResult
  | FailedResult;

/** A call that gave no result. */
export interface FailedResult {
  readonly type: 'failed';
  readonly code: HostedToolErrorCode;
  /** The container of the conversation, which may not exist: the call can have failed before it was created. */
  readonly containerId?: string;
}

/** Why a call of a hosted tool failed. Each dialect maps these codes to its own. */
export type HostedToolErrorCode =
  | 'invalid-input'
  | 'unavailable'
  | 'too-many-requests'
  | 'max-uses-exceeded'
  | 'query-too-long'
  | 'url-too-long'
  | 'url-not-allowed'
  | 'url-not-in-context'
  | 'url-not-accessible'
  | 'unsupported-content-type'
  | 'content-too-large'
  | 'time-limit'
  | 'output-too-large'
  | 'file-not-found'
  | 'container-expired';

/** The pages that a search found, best first. */
export interface WebSearchResult {
  readonly type: 'web-search';
  readonly queries: readonly string[];
  readonly hits: readonly WebHit[];
}

/** A page that a web search found. */
export interface WebHit {
  readonly url: string;
  readonly title: string;
  /** The passages that the provider returned. */
  readonly text: string;
  /** As the provider reports it, such as `2026-03-01` or `3 days ago`. */
  readonly pageAge?: string;
  /** The number by which the model cites it: 3 for `[3]`. The same page has the same number in a turn. */
  readonly number?: number;
}

/** A page that the model opened, or in which it looked for a text. */
export interface WebPageResult {
  readonly type: 'web-page';
  readonly url: string;
  readonly title?: string;
  /** The text that the model looked for. Absent: it opened the page. */
  readonly pattern?: string;
  /** As that of a {@link WebHit}. */
  readonly number?: number;
}

/** A page or file that was read. */
export interface WebFetchResult {
  readonly type: 'web-fetch';
  readonly url: string;
  readonly title?: string;
  /** Unix seconds. */
  readonly retrievedAt: number;
  readonly document:
    | { readonly type: 'text'; readonly text: string }
    /** `pages`: the text of each page. */
    | { readonly type: 'pdf'; readonly base64: string; readonly pages: readonly string[] };
  /** Whether the model may cite the passages of `document`. */
  readonly citations: boolean;
}

/** The passages that a search in files found, best first. */
export interface FileSearchResult {
  readonly type: 'file-search';
  readonly queries: readonly string[];
  readonly hits: readonly FileHit[];
}

/** A passage that a file search found. */
export interface FileHit {
  readonly fileId: string;
  readonly filename: string;
  readonly vectorStoreId: string;
  /** 0 to 1. */
  readonly score: number;
  readonly text: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** What code or a command did. */
export interface CodeResult {
  readonly type: 'code';
  readonly language: CodeLanguage;
  readonly containerId: string;
  /** Unix seconds: when the container expires if it is not used again. */
  readonly containerExpiresAt?: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly returnCode: number;
  /** The limit that ended it: the call failed, and the rest is what it did until then. Absent: it ended by itself. */
  readonly endedBy?: 'time-limit';
  /** Files that it created or changed. */
  readonly files: readonly CodeFile[];
  /** Result of an editor's command in the words of the messages API, such as `{ file_type, content }`. */
  readonly edit?: JsonObject;
}

/** A file that code created or changed. */
export interface CodeFile {
  readonly fileId: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
}
