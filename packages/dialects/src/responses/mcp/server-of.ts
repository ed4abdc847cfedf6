// A tool of type `mcp`: a server whose tools this service offers and calls.
import { EngineError, type ServerToolFilter, type McpServerAddress, type McpServerRequest } from '@org/engine';
import type { McpTool, McpToolFilter } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** The server that the tool names. Throws when the tool names no server or several. */
export function serverOf(tool: McpTool, param: string): McpServerRequest {
  const {
    server_label: label,
    server_description: description,
    authorization,
    headers,
    allowed_tools: allowed,
    require_approval: approval,
  } = tool;
  return {
    label,
    address: addressOf(tool, param),
    ...(((authorization ?? '') !== '' || headers != null) && {
      credentials: {
        ...(authorization !== undefined && authorization !== '' && { authorization }),
        ...(headers != null && { headers }),
      },
    }),
    ...(description !== undefined && { description }),
    ...(allowed != null && { allowed: Array.isArray(allowed) ? { names: allowed } : filterOf(allowed) }),
    approval: approvalOf(approval),
    param,
  };
}

function addressOf(
  { server_url: url, connector_id: name, tunnel_id: tunnel }: McpTool,
  param: string,
): McpServerAddress {
  if (tunnel !== undefined) {
    throw new EngineError(
      'unsupported',
      `Unsupported parameter: '${param}.tunnel_id'. This service does not support tunnels; identify the server by 'server_url' or 'connector_id'.`,
      { param: `${param}.tunnel_id` },
    );
  }
  if (url !== undefined && name !== undefined)
    refuse(
      param,
      `Invalid '${param}': 'server_url' and 'connector_id' cannot be used together.`,
      'mutually_exclusive_parameters',
    );
  if (url !== undefined) return { type: 'url', url };
  if (name !== undefined) return { type: 'name', name };
  return refuse(
    param,
    `Missing required parameter: '${param}.server_url' or '${param}.connector_id'.`,
    'missing_required_parameter',
  );
}

/** Every call waits for approval unless the client sets otherwise. */
function approvalOf(payload: McpTool['require_approval']): McpServerRequest['approval'] {
  if (payload == null) return 'always';
  if (typeof payload === 'string') return payload;
  const { always, never } = payload;
  return {
    ...(always !== undefined && { always: filterOf(always) }),
    ...(never !== undefined && { never: filterOf(never) }),
  };
}

function filterOf({ tool_names: names, read_only: readOnly }: McpToolFilter): ServerToolFilter {
  return { ...(names !== undefined && { names }), ...(readOnly !== undefined && { readOnly }) };
}
