// Declarations of hosted tools, in neutral terms.
import type {
  AttributeFilter,
  AttributeValue,
  CodeRequest,
  DomainFilter,
  FileSearchRequest,
  HostedToolKind,
  HostedToolRequest,
  SearchRanking,
  WebSearchRequest,
} from '@org/engine';
import { isObject, type JsonValue } from '@org/engine';
import type {
  CodeInterpreterTool,
  FileSearchTool,
  Tool,
  WebSearchPreviewTool,
  WebSearchTool,
} from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

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
  const { search_context_size: contextSize, user_location: place } = tool;
  const domains = 'filters' in tool && isObject(tool.filters) ? domainsOf(tool.filters, `${param}.filters`) : undefined;
  const { country, region, city, timezone } = place ?? {};
  return {
    kind: 'web-search',
    param,
    opensPages: true,
    ...(domains !== undefined && { domains }),
    ...(contextSize !== undefined && { contextSize }),
    ...(place != null && {
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
  if (allowed !== undefined) return { allowed };
  return blocked === undefined ? undefined : { blocked };
}

function listOf(value: unknown, param: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string'))
    return refuse(param, `Invalid type for '${param}': expected an array of strings.`, 'invalid_type');
  return value.length === 0 ? undefined : value;
}

function decodeFileSearch(tool: FileSearchTool, param: string): FileSearchRequest {
  const { vector_store_ids: vectorStoreIds, filters, max_num_results: maxResults, ranking_options: ranking } = tool;
  if (vectorStoreIds.length === 0)
    refuse(`${param}.vector_store_ids`, `Invalid '${param}.vector_store_ids': empty array.`, 'empty_array');
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

/** Deeper filters are refused, so that no request can exhaust the stack. */
const maxFilterDepth = 16;

/** A filter on attributes as the API has it. Throws for an unknown operator, a missing key and a wrong value. */
export function decodeFilter(filter: unknown, param: string, depth = 0): AttributeFilter {
  if (!isObject(filter)) return refuse(param, `Invalid type for '${param}': expected an object.`, 'invalid_type');
  if (depth >= maxFilterDepth)
    return refuse(param, `Invalid '${param}': filters are nested more than ${maxFilterDepth} deep.`, 'invalid_value');
  const { type, key, value, filters } = filter;
  switch (type) {
    case 'and':
    case 'or':
      if (!Array.isArray(filters) || filters.length === 0)
        return refuse(`${param}.filters`, `Invalid '${param}.filters': expected a non-empty array.`, 'invalid_type');
      return { type, filters: filters.map((one, index) => decodeFilter(one, `${param}.filters.${index}`, depth + 1)) };
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { type, key: keyOf(key, param), value: valueOf(value, `${param}.value`) };
    case 'in':
    case 'nin':
      if (!Array.isArray(value))
        return refuse(`${param}.value`, `Invalid type for '${param}.value': expected an array.`, 'invalid_type');
      return {
        type,
        key: keyOf(key, param),
        values: value.map((one, index) => valueOf(one, `${param}.value.${index}`)),
      };
    default:
      return refuse(
        `${param}.type`,
        `Invalid value for '${param}.type': supported are eq, ne, gt, gte, lt, lte, in, nin, and, or.`,
        'invalid_value',
      );
  }
}

function keyOf(key: JsonValue | undefined, param: string): string {
  return typeof key === 'string' && key !== ''
    ? key
    : refuse(`${param}.key`, `Missing required parameter: '${param}.key'.`, 'missing_required_parameter');
}

function valueOf(value: JsonValue | undefined, param: string): AttributeValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : refuse(param, `Invalid type for '${param}': expected a string, a number or a boolean.`, 'invalid_type');
}

/** MiB by the API's value. */
const memoryLimits: ReadonlyMap<unknown, number> = new Map([
  ['1g', 1024],
  ['4g', 4096],
  ['16g', 16_384],
  ['64g', 65_536],
]);

function decodeCodeInterpreter({ container }: CodeInterpreterTool, param: string): CodeRequest {
  const request = { kind: 'code', param, languages: ['python'] } as const;
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
