import { parseExactly } from '@org/engine';

/**
 * Restores the source text of the numbers in the `input` of every call in the parsed `value` of `text`: 64-bit ids
 * exceed a JavaScript number, and a model must receive the arguments that it wrote. Everything else is unchanged.
 */
export function withExactInputs(value: unknown, text: string): unknown {
  copyInputs(value, parseExactly(text));
  return value;
}

function copyInputs(value: unknown, exact: unknown): void {
  if (!isObject(value) || !isObject(exact)) return;
  for (const name of Object.keys(value)) {
    if (name === 'input' && value['type'] === 'tool_use') value[name] = exact[name];
    else copyInputs(value[name], exact[name]);
  }
}

/** Arrays are objects, too, with numbers as member names. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
