// Tools as the service returns and stores them: without the secrets that a client supplied for their calls.
import type { CodeInterpreterAuto, ContainerAuto, ResponseInputItem, Tool } from '@org/protocol/responses';

/** The tool without the credentials of an MCP server and without the secrets of a container's domains. */
function withoutSecrets(tool: Tool): Tool {
  switch (tool.type) {
    case 'mcp': {
      const { authorization: _, headers, ...rest } = tool;
      return headers === null ? { ...rest, headers } : rest;
    }
    case 'code_interpreter': {
      const { container } = tool;
      return typeof container === 'string' ? tool : { ...tool, container: withoutDomainSecrets(container) };
    }
    case 'shell': {
      const { environment } = tool;
      return environment?.type === 'container_auto'
        ? { ...tool, environment: withoutDomainSecrets(environment) }
        : tool;
    }
    default:
      return tool;
  }
}

/** The tool as a response shows it: only the host of a server's address, because the rest may be secret too. */
export function redactTool(tool: Tool): Tool {
  const open = withoutSecrets(tool);
  if (open.type !== 'mcp' || open.server_url === undefined) return open;
  const { server_url: url, ...rest } = open;
  const [, scheme, host] = schemeAndHost.exec(url) ?? [];
  return scheme === undefined || host === undefined ? rest : { ...open, server_url: `${scheme}${host}` };
}

/** A user name and password may precede the host. */
const schemeAndHost = /^(https?:\/\/)(?:[^/\\?#]*@)?([^/\\?#@\s]+)/i;

/** The item with the tools that it brings, if any, without their secrets. */
export function itemWithoutSecrets(item: ResponseInputItem): ResponseInputItem {
  return item.type === 'additional_tools' || item.type === 'tool_search_output'
    ? { ...item, tools: item.tools.map(withoutSecrets) }
    : item;
}

function withoutDomainSecrets<Container extends CodeInterpreterAuto | ContainerAuto>(container: Container): Container {
  const { network_policy: policy } = container;
  if (policy === undefined) return container;
  const { domain_secrets: _, ...rest } = policy;
  return { ...container, network_policy: rest };
}
