import type { Rule } from './rule.js';

/** Tools are few enough, and each has a name of its own. What a name may look like is the schema's. */
export const toolNames: Rule = ({ tools }, { maxTools }) => {
  if (tools === undefined) return undefined;
  if (tools.length > maxTools) return { param: 'tools', message: `tools: at most ${maxTools} tools may be given, but there are ${tools.length}` };
  const seen = new Set<string>();
  for (const [position, tool] of tools.entries()) {
    const { name } = tool;
    if (typeof name !== 'string') continue;
    if (seen.has(name)) return { param: `tools.${position}.name`, message: 'tools: Tool names must be unique.' };
    seen.add(name);
  }
  return undefined;
};
