// Declarations of tools that the service runs itself.
import {
  EngineError,
  type HostedTool,
  type HostedToolKind,
  type HostedToolRequest,
  type JsonObject,
  type Warning,
} from '@org/engine';
import {
  codeExecutionTool20260521Schema,
  webFetchTool20260318Schema,
  webSearchTool20260318Schema,
} from '@org/protocol/messages';
import { describeFault, type RequestSchema } from '@org/protocol/schema';
import { parseWithNulls } from '../../shared/parse-with-nulls.js';
import { mayModelCall } from '../../shared/warn-of-callers.js';
import { warnOfToolFields } from '../../shared/warn-of-tool-fields.js';
import { codeLanguages } from './code-languages.js';
import { decodeDomains, decodeLocation, decodeUrlSources } from './web-tool-settings.js';

/** What the messages and `container` of a request give to its code tool. */
export interface CodeInput {
  readonly containerId?: string;
  readonly fileIds?: readonly string[];
}

/** A tool that the service runs, and what of its declaration has no effect. */
export interface DecodedHostedTool {
  readonly run: HostedToolRequest;
  readonly warnings: readonly Warning[];
}

/**
 * The request for a tool that the service runs; undefined for every other tool. The name in its `type` decides, so that
 * a new version of a tool runs as the newest known one. Throws `invalid-request` for settings that contradict.
 */
export function decodeHostedTool(
  { apiType, value }: HostedTool,
  param: string,
  kinds: ReadonlySet<HostedToolKind>,
  code: CodeInput,
): DecodedHostedTool | undefined {
  const [, name = '', version = ''] = /^([a-z_]+)_(\d{8})$/.exec(apiType) ?? [];
  const kind = kindsByName.get(name);
  if (kind === undefined || !kinds.has(kind)) return undefined;
  switch (kind) {
    case 'web-search': {
      const tool = parseTool(webSearchTool20260318Schema, 'web_search_20260318', value, param);
      requireDirectCaller(tool.allowed_callers, param);
      const location = decodeLocation(tool.user_location);
      return {
        run: {
          kind: 'web-search',
          param,
          ...maxUsesOf(tool),
          ...decodeDomains(tool, param),
          ...(location !== undefined && { location }),
        },
        warnings: warnOfUnknown(webSearchTool20260318Schema, value, param),
      };
    }
    case 'web-fetch': {
      const tool = parseTool(webFetchTool20260318Schema, 'web_fetch_20260318', value, param);
      requireDirectCaller(tool.allowed_callers, param);
      const { max_content_tokens: maxContentTokens, citations, use_cache: useCache, url_sources: sources } = tool;
      return {
        run: {
          kind: 'web-fetch',
          param,
          ...maxUsesOf(tool),
          ...decodeDomains(tool, param),
          ...(maxContentTokens != null && { maxContentTokens }),
          ...(citations?.enabled === true && { citations: true }),
          ...(useCache !== undefined && { useCache }),
          ...(sources != null && { urlSources: decodeUrlSources(sources, `${param}.url_sources`) }),
        },
        warnings: warnOfUnknown(webFetchTool20260318Schema, value, param),
      };
    }
    case 'code': {
      const tool = parseTool(codeExecutionTool20260521Schema, 'code_execution_20260521', value, param);
      requireDirectCaller(tool.allowed_callers, param);
      return {
        run: { kind: 'code', param, params: codeParams, languages: codeLanguages(version), ...code },
        warnings: warnOfUnknown(codeExecutionTool20260521Schema, value, param),
      };
    }
  }
}

/** Files come from `container_upload` blocks. */
const codeParams = { containerId: 'container', fileIds: 'messages' };

const kindsByName: ReadonlyMap<string, 'web-search' | 'web-fetch' | 'code'> = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code'],
]);

/** The declaration as the newest version of its tool. */
function parseTool<Tool>(schema: RequestSchema<Tool>, newest: string, tool: JsonObject, param: string): Tool {
  const { parsed, value } = parseWithNulls(schema, { ...tool, type: newest });
  if (parsed.success) return parsed.data;
  const fault = describeFault(parsed.error, value);
  throw new EngineError('invalid-request', `${param}.${fault.message}`, { param: `${param}.${fault.param}` });
}

function maxUsesOf({ max_uses: maxUses }: { readonly max_uses?: number | null | undefined }): {
  readonly maxUses?: number;
} {
  return maxUses == null ? {} : { maxUses };
}

/** Code that the service runs cannot call tools. */
function requireDirectCaller(callers: readonly unknown[] | undefined, param: string): void {
  if (mayModelCall(callers)) return;
  throw new EngineError(
    'invalid-request',
    `${param}.allowed_callers: the service supports only the caller 'direct' for this tool: code that it runs cannot call tools. Add 'direct' or omit the field`,
    { param: `${param}.allowed_callers` },
  );
}

function warnOfUnknown({ shape }: { readonly shape: object }, tool: JsonObject, param: string): readonly Warning[] {
  return warnOfToolFields(tool, new Set(Object.keys(shape)), param);
}
