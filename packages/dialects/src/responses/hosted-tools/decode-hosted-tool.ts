// Declarations of hosted tools, in neutral terms.
import type {
  CodeRequest,
  DomainFilter,
  FileSearchRequest,
  HostedToolKind,
  HostedToolRequest,
  SearchRanking,
  WebSearchRequest,
} from '@org/engine';
import { isObject } from '@org/engine';
import type {
  CodeInterpreterTool,
  FileSearchTool,
  Tool,
  WebSearchPreviewTool,
  WebSearchTool,
} from '@org/protocol/responses';
import { mayModelCall } from '../../shared/warn-of-callers.js';
import { refuse } from '../decode/refuse.js';
import { decodeFilter } from './decode-filter.js';

/** The kind of hosted tool that a type of tool, of tool choice or of item names; undefined for every other type. */
export function hostedKindOf(type: string): HostedToolKind | undefined {
  switch (type) {
    case 'web_search':
    case 'web_search_2025_08_26':
    case 'web_search_preview':
    case 'web_search_preview_2025_03_11':
      return 'web-search';
    case 'file_search':
      return 'file-search';
    case 'code_interpreter':
      return 'code';
    default:
      return undefined;
  }
}

/** What the service runs for the tool; undefined for a tool of another kind. Throws for a declaration without meaning. */
export function decodeHostedTool(tool: Tool, param: string): HostedToolRequest | undefined {
  switch (tool.type) {
    case 'web_search':
    case 'web_search_2025_08_26':
    case 'web_search_preview':
    case 'web_search_preview_2025_03_11':
      return decodeWebSearch(tool, param);
    case 'file_search':
      return decodeFileSearch(tool, param);
    case 'code_interpreter':
      return decodeCodeInterpreter(tool, param);
    default:
      return undefined;
  }
}

function decodeWebSearch(tool: WebSearchTool | WebSearchPreviewTool, param: string): WebSearchRequest {
  const { search_context_size: contextSize, user_location: location } = tool;
  const domains = 'filters' in tool && isObject(tool.filters) ? domainsOf(tool.filters, `${param}.filters`) : undefined;
  const { country, region, city, timezone } = location ?? {};
  return {
    kind: 'web-search',
    param,
    opensPages: !('external_web_access' in tool && tool.external_web_access === false),
    ...(domains !== undefined && { domains }),
    ...(contextSize !== undefined && { contextSize }),
    ...(location != null && {
      location: {
        ...(typeof country === 'string' && { country }),
        ...(typeof region === 'string' && { region }),
        ...(typeof city === 'string' && { city }),
        ...(typeof timezone === 'string' && { timezone }),
      },
    }),
  };
}

function domainsOf(filters: { readonly [name: string]: unknown }, param: string): DomainFilter | undefined {
  const allowed = listOf(filters['allowed_domains'], `${param}.allowed_domains`);
  const blocked = listOf(filters['blocked_domains'], `${param}.blocked_domains`);
  if (allowed !== undefined && blocked !== undefined)
    refuse(
      param,
      `Invalid '${param}': 'allowed_domains' and 'blocked_domains' cannot be used together.`,
      'mutually_exclusive_parameters',
    );
  if (allowed !== undefined) return { allowed, param: `${param}.allowed_domains` };
  return blocked === undefined ? undefined : { blocked, param: `${param}.blocked_domains` };
}

function listOf(value: unknown, param: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string'))
    return refuse(param, `Invalid type for '${param}': expected an array of strings.`, 'invalid_type');
  return value.length === 0 ? undefined : value;
}

/** Vector stores that one tool searches. */
const maxVectorStores = 20;

function decodeFileSearch(tool: FileSearchTool, param: string): FileSearchRequest {
  const { vector_store_ids: vectorStoreIds, filters, max_num_results: maxResults, ranking_options: ranking } = tool;
  if (vectorStoreIds.length === 0)
    refuse(`${param}.vector_store_ids`, `Invalid '${param}.vector_store_ids': empty array.`, 'empty_array');
  if (vectorStoreIds.length > maxVectorStores)
    refuse(
      `${param}.vector_store_ids`,
      `Invalid '${param}.vector_store_ids': array too long. Expected at most ${maxVectorStores} vector stores, but got ${vectorStoreIds.length} instead.`,
      'array_above_max_length',
    );
  return {
    kind: 'file-search',
    param,
    vectorStoreIds,
    ...(filters != null && { filter: decodeFilter(filters, `${param}.filters`) }),
    ...(maxResults !== undefined && { maxResults }),
    ...(ranking !== undefined && { ranking: decodeRanking(ranking) }),
  };
}

function decodeRanking({
  score_threshold: scoreThreshold,
  hybrid_search: hybrid,
}: NonNullable<FileSearchTool['ranking_options']>): SearchRanking {
  return {
    ...(scoreThreshold !== undefined && { scoreThreshold }),
    ...(hybrid !== undefined && { weights: { vector: hybrid.embedding_weight, text: hybrid.text_weight } }),
  };
}

/** MiB by the API's value. */
const memoryLimits: ReadonlyMap<unknown, number> = new Map([
  ['1g', 1024],
  ['4g', 4096],
  ['16g', 16_384],
  ['64g', 65_536],
]);

function decodeCodeInterpreter(
  { container, allowed_callers: callers }: CodeInterpreterTool,
  param: string,
): CodeRequest {
  if (!mayModelCall(callers))
    refuse(
      `${param}.allowed_callers`,
      `Unsupported value for '${param}.allowed_callers': the service supports only the caller 'direct' for this tool, because no program that it runs can call tools. Add 'direct' or omit the field.`,
      'unsupported_value',
    );
  const params = { containerId: `${param}.container`, fileIds: `${param}.container.file_ids` };
  const request = { kind: 'code', param, params, languages: ['python'], takesAttachments: true } as const;
  if (typeof container === 'string') return { ...request, containerId: container };
  const { file_ids: fileIds, memory_limit: memory, network_policy: network } = container;
  if (network !== undefined && network.type !== 'disabled')
    refuse(
      `${param}.container.network_policy`,
      `Unsupported value for '${param}.container.network_policy': containers of this service have no network.`,
      'unsupported_value',
    );
  const memoryMiB = memoryLimits.get(memory);
  return {
    ...request,
    ...(fileIds !== undefined && fileIds.length > 0 && { fileIds }),
    ...(memoryMiB !== undefined && { memoryMiB }),
  };
}
