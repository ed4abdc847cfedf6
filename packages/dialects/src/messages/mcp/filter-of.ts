import type { ServerToolFilter } from '@org/engine';
import type { MCPToolset, RequestMCPServerToolConfiguration } from '@org/protocol/messages';

/** Tools of a server that its own configuration and its toolset both allow. Undefined: all. */
export function filterOf(
  configuration: RequestMCPServerToolConfiguration | undefined,
  toolset: MCPToolset | undefined,
): ServerToolFilter | undefined {
  if (configuration?.enabled === false) return { names: [] };
  const names = configuration?.allowed_tools ?? undefined;
  const offered = toolset === undefined ? undefined : filterOfToolset(toolset);
  if (names === undefined) return offered;
  return offered?.names === undefined
    ? { ...offered, names }
    : { names: names.filter((name) => offered.names?.includes(name)) };
}

/** Settings of individual tools override those of all. */
function filterOfToolset({ configs, default_config: others }: MCPToolset): ServerToolFilter | undefined {
  const entries = Object.entries(configs ?? {});
  if (others?.enabled === false)
    return { names: entries.flatMap(([name, { enabled }]) => (enabled === true ? [name] : [])) };
  const except = entries.flatMap(([name, { enabled }]) => (enabled === false ? [name] : []));
  return except.length === 0 ? undefined : { except };
}
