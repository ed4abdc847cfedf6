// Decodes which tools the model may or must call.
import {
  hostedGroup,
  type ToolChoice,
  type ToolDefinition,
  type ToolGroup,
  type ToolName,
  type Warning,
} from '@org/engine';
import { tagText } from '@org/protocol/schema';
import type { ToolChoice as ApiToolChoice, ToolChoiceAllowed } from '@org/protocol/responses';
import { clientToolOf } from '../client-tools/client-tools.js';
import { passthroughFieldsOf } from '../extensions.js';
import { hostedKindOf } from '../hosted-tools/decode-hosted-tool.js';
import { chosenOfServers } from '../mcp/chosen-of-servers.js';
import { runsHere } from '../server-tool-use.js';
import { refuse } from './refuse.js';

/** The choice, and what of it cannot be honoured. */
export interface DecodedToolChoice {
  readonly choice: ToolChoice;
  readonly warnings: readonly Warning[];
}

/**
 * Decodes `tool_choice` against the tools of the same request. Rejects a function or custom tool that is not among
 * them, unless it `mayBeDeclaredEarlier`: earlier turns may have added it. A hosted tool cannot be called here, so
 * naming one leaves the choice to the model; where only such tools are allowed, the model calls none.
 */
export function decodeToolChoice(
  payload: ApiToolChoice,
  tools: readonly ToolDefinition[],
  mayBeDeclaredEarlier: boolean,
): DecodedToolChoice {
  const offers = (name: string): boolean =>
    mayBeDeclaredEarlier || tools.some((tool) => tool.kind !== 'hosted' && tool.name === name);
  if (typeof payload === 'string') return decodeOption(payload, tools, mayBeDeclaredEarlier);
  switch (payload.type) {
    case 'function':
    case 'custom': {
      const { name, namespace } = payload;
      if (!offers(name))
        refuse('tool_choice', `Tool choice '${name}' not found in 'tools' parameter.`, 'invalid_value');
      return honoured({ type: 'tool', name, ...(typeof namespace === 'string' && { namespace }) });
    }
    case 'allowed_tools':
      return decodeAllowed(payload, offers, tools, mayBeDeclaredEarlier);
    case 'mcp': {
      const [first, ...others] = chosenOfServers(payload, tools, 'tool_choice');
      if (first === undefined) return fallBackToAuto(noneRuns(payload));
      return honoured(
        others.length === 0 && first.name !== undefined
          ? { type: 'tool', ...first }
          : { type: 'allowed', mode: 'required', tools: [first, ...others] },
      );
    }
    default: {
      const group = hostedChosen(tagText(payload), tools);
      if (group !== undefined) return honoured({ type: 'allowed', mode: 'required', tools: [group] });
      const client = clientToolChosen(tagText(payload), tools);
      return client === undefined ? fallBackToAuto(noneRuns(payload)) : honoured({ type: 'tool', name: client });
    }
  }
}

function noneRuns(payload: Exclude<ApiToolChoice, string>): string {
  return `The service cannot run tool '${tagText(payload)}'; the model chooses among the other tools.`;
}

/** The functions of a hosted tool that the service runs, by the tool's type. */
function hostedChosen(type: string, tools: readonly ToolDefinition[]): ToolGroup | undefined {
  const kind = hostedKindOf(type);
  return kind !== undefined && tools.some((tool) => tool.kind === 'hosted' && tool.run?.kind === kind)
    ? hostedGroup(kind)
    : undefined;
}

/** The function that represents a client tool, by the tool's type. */
function clientToolChosen(type: string, tools: readonly ToolDefinition[]): string | undefined {
  const name = clientToolOf(type)?.name;
  return tools.some(
    (tool) =>
      tool.kind === 'function' && tool.name === name && passthroughFieldsOf(tool.extensions).original !== undefined,
  )
    ? name
    : undefined;
}

function decodeOption(
  payload: 'none' | 'auto' | 'required',
  tools: readonly ToolDefinition[],
  mayBeDeclaredEarlier: boolean,
): DecodedToolChoice {
  if (
    payload !== 'required' ||
    (tools.length === 0 && mayBeDeclaredEarlier) ||
    tools.some((tool) => tool.kind !== 'hosted' || runsHere(tool))
  )
    return honoured({ type: payload });
  if (tools.length === 0)
    refuse('tool_choice', "Tool choice 'required' must be specified with 'tools' parameter.", 'invalid_value');
  return fallBackToAuto('The service cannot run any tool of this request and does not require one.');
}

function decodeAllowed(
  payload: ToolChoiceAllowed,
  offers: (name: string) => boolean,
  offered: readonly ToolDefinition[],
  mayBeDeclaredEarlier: boolean,
): DecodedToolChoice {
  const warnings: Warning[] = [];
  const tools = payload.tools.flatMap(
    ({ type, name, namespace, server_label: server }, index): (ToolName | ToolGroup)[] => {
      switch (type) {
        case 'mcp':
          return [...chosenOfServers({ name, server_label: server }, offered, 'tool_choice.tools')];
        case 'function':
        case 'custom':
        case 'namespace':
        case undefined:
          break;
        default: {
          const group = hostedChosen(type, offered);
          if (group !== undefined) return [group];
          const client = clientToolChosen(type, offered);
          return client === undefined ? [] : [{ name: client }];
        }
      }
      if (type === undefined || name === undefined) {
        warnings.push({
          kind: 'ignored',
          param: `tool_choice.tools.${index}`,
          message: 'This entry does not name a tool.',
        });
        return [];
      }
      const isDeclared =
        type === 'namespace' ? mayBeDeclaredEarlier || offered.some((tool) => groupOf(tool) === name) : offers(name);
      if (!isDeclared)
        refuse('tool_choice.tools', `Tool choice '${name}' not found in 'tools' parameter.`, 'invalid_value');
      if (type === 'namespace') return [{ namespace: name }];
      return [{ name, ...(typeof namespace === 'string' && { namespace }) }];
    },
  );
  // The others were not allowed.
  if (tools.length === 0)
    return {
      choice: { type: 'none' },
      warnings: [...warnings, ignored('The service cannot run any of the allowed tools; the model calls none.')],
    };
  return { choice: { type: 'allowed', mode: payload.mode, tools }, warnings };
}

/** The group that a tool was offered in. */
function groupOf(tool: ToolDefinition): string | undefined {
  return tool.kind === 'hosted' ? undefined : tool.namespace;
}

function honoured(choice: ToolChoice): DecodedToolChoice {
  return { choice, warnings: [] };
}

function fallBackToAuto(message: string): DecodedToolChoice {
  return { choice: { type: 'auto' }, warnings: [ignored(message)] };
}

function ignored(message: string): Warning {
  return { kind: 'ignored', param: 'tool_choice', message };
}
