import { namesOfAddedTools } from '../decode/tool-changes.js';
import type { Rule } from './rule.js';

/** A tool that must be called is among the tools, or came with a message. */
export const toolChoiceExists: Rule = ({
  tools = [],
  tool_choice: choice,
  thread,
  messages,
  mcp_servers: servers = [],
}) => {
  if (choice === undefined || (choice.type !== 'tool' && choice.type !== 'any')) return undefined;
  // A continued thread brings its tools from the turn before.
  if (thread?.type === 'continue') return undefined;
  // The tools of a server are unknown before it lists them.
  if (servers.length > 0) return undefined;
  if (choice.type === 'tool' && tools.some((tool) => tool.name === choice.name)) return undefined;
  if (choice.type === 'any' && tools.length > 0) return undefined;
  const added = namesOfAddedTools(messages);
  if (choice.type === 'any' ? added.size > 0 : added.has(choice.name)) return undefined;
  if (choice.type === 'any' || tools.length + added.size === 0) {
    return { param: 'tool_choice', message: 'tool_choice: may only force a tool while providing tools' };
  }
  return { param: 'tool_choice.name', message: `tool_choice.name: Tool '${choice.name}' not found in provided tools` };
};
