import { namesOfAddedTools } from '../decode/tool-changes.js';
import type { Rule } from './rule.js';

/** Tools are few enough, and each has a name of its own. What a name may look like is the schema's. */
export const toolNames: Rule = ({ tools = [], messages }, { maxTools }) => {
  if (tools.length > maxTools)
    return {
      param: 'tools',
      message: `tools: the service supports at most ${maxTools} tools, but the request has ${tools.length}`,
    };
  const added = namesOfAddedTools(messages);
  if (tools.length + added.size > maxTools) {
    return {
      param: 'messages',
      message: `messages: the service supports at most ${maxTools} tools, but tools and messages together have ${tools.length + added.size}`,
    };
  }
  const seen = new Map<string, number>();
  for (const [position, tool] of tools.entries()) {
    const { name } = tool;
    if (typeof name !== 'string') continue;
    const other = seen.get(name);
    if (other !== undefined)
      return {
        param: `tools.${position}.name`,
        message: `tools: Tool names must be unique. tools.${other} and tools.${position} have the same name.`,
      };
    seen.set(name, position);
  }
  return undefined;
};
