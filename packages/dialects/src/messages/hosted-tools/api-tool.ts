import type { HostedToolKind, ServerCall } from '@org/engine';

/** A hosted tool as this API names it in a `server_tool_use` block. */
export type ApiTool =
  | 'web_search'
  | 'web_fetch'
  | 'code_execution'
  | 'bash_code_execution'
  | 'text_editor_code_execution';

/** What runs a tool of this API: the kind, and the function of that kind which the model calls. */
interface RunBy {
  readonly kind: HostedToolKind;
  readonly functionName: string;
}

const runBy: Readonly<Record<ApiTool, RunBy>> = {
  web_search: { kind: 'web-search', functionName: 'web_search' },
  web_fetch: { kind: 'web-fetch', functionName: 'web_fetch' },
  code_execution: { kind: 'code', functionName: 'python' },
  bash_code_execution: { kind: 'code', functionName: 'bash' },
  text_editor_code_execution: { kind: 'code', functionName: 'text_editor' },
};

/** The tool that a call is shown as. A function of the code tool with another name edits files. */
export function apiToolOf({ source, name }: Pick<ServerCall, 'source' | 'name'>): ApiTool {
  switch (source.type === 'hosted' ? source.kind : undefined) {
    case 'web-fetch':
      return 'web_fetch';
    case 'code':
      return name === 'python'
        ? 'code_execution'
        : name === 'bash'
          ? 'bash_code_execution'
          : 'text_editor_code_execution';
    default:
      return 'web_search';
  }
}

/** What runs the tool of this name; undefined for a name of no tool that the service can run. */
export function runnerOf(name: string): RunBy | undefined {
  return isApiTool(name) ? runBy[name] : undefined;
}

/** The tool whose result a block of this type is; undefined for every other block. */
export function toolOfResult(blockType: unknown): ApiTool | undefined {
  const name = typeof blockType === 'string' ? blockType.replace(/_tool_result$/, '') : '';
  return name !== blockType && isApiTool(name) ? name : undefined;
}

function isApiTool(name: string): name is ApiTool {
  return Object.hasOwn(runBy, name);
}
