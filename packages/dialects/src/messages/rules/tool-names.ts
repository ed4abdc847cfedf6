import { namesOfAddedTools } from '../decode/tool-changes.js';
import type { Rule } from './rule.js';

/** Tools are few enough, and each has a name of its own. What a name may look like is the schema's. */
export const toolNames: Rule = ({ tools = [], messages }, { maxTools }) => {
  if (tools.length > maxTools)
    return { param: 'tools', message: `tools: at most ${maxTools} tools may be given, but there are ${tools.length}` };
  const added = namesOfAddedTools(messages);
  if (tools.length + added.size > maxTools) {
    return {
      param: 'messages',
      message: `messages: at most ${maxTools} tools may be given, but tools and messages bring ${tools.length + added.size}`,
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
        message: `tools: Tool names must be unique. tools.${other} and tools.${position} have the same.`,
      };
    seen.set(name, position);
  }
  return undefined;
};
