import type { Rule } from './rule.js';

/** A tool that must be called is among the tools. */
export const toolChoiceExists: Rule = ({ tools, tool_choice: choice, thread }) => {
  if (choice === undefined || (choice.type !== 'tool' && choice.type !== 'any')) return undefined;
  // A continued thread brings its tools from the turn before.
  if (thread?.type === 'continue') return undefined;
  if (tools === undefined || tools.length === 0) {
    return { param: 'tool_choice', message: 'tool_choice: may only force a tool while tools are given' };
  }
  if (choice.type === 'tool' && !tools.some((tool) => tool.name === choice.name)) {
    return { param: 'tool_choice.name', message: `tool_choice.name: Tool '${choice.name}' not found in provided tools` };
  }
  return undefined;
};
