import { parseExactly } from '@org/engine';

/**
 * The parsed `value` of `text` with the numbers in the `input` of every call that it holds as they were written: 64-bit ids are more
 * than a number of the language can say, and a model has to see what it wrote. Everything else is read here, and stays as it is.
 */
export function withExactInputs(value: unknown, text: string): unknown {
  graft(value, parseExactly(text));
  return value;
}

function graft(value: unknown, exact: unknown): void {
  if (!isObject(value) || !isObject(exact)) return;
  for (const name of Object.keys(value)) {
    if (name === 'input' && value['type'] === 'tool_use') value[name] = exact[name];
    else graft(value[name], exact[name]);
  }
}

/** Lists are objects, too, whose members have numbers for names. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
