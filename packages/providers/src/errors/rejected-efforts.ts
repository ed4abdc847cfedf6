import { type Effort, efforts } from '@org/engine';

/**
 * Number of characters around an error pattern that belong to it: some servers name the field after the supported
 * efforts.
 */
const contextCharacters = 240;
/** Error pattern of servers that do not support a reasoning effort or reasoning. */
export const effortErrorPattern =
  /reasoning[ _.-]?effort|output_config\.effort|effort parameter|(?:invalid|unsupported) reasoning value|think value|\blevel \W{0,4}\w+\W{1,4}(?:is )?not supported, valid levels|does not support (?:thinking|reasoning)|adaptive thinking|thinking\W{1,4}type|reasoning\.(?!encrypted_content)\w+/i;
/**
 * Error pattern of Anthropic, Ollama and gateways: for an unknown value, for a model without efforts, for one
 * without reasoning.
 */
export const effortFieldErrorPattern =
  /does not support (?:the effort parameter|thinking)|(?:invalid reasoning|think) value|\blevel \W{0,4}\w+\W{1,4}(?:is )?not supported, valid levels/i;

/**
 * Returns the efforts that a rejection names, including the rejected one, ascending; `undefined` when it has another
 * cause.
 */
export function effortsNamed(text: string): readonly Effort[] | undefined {
  const match = effortErrorPattern.exec(text);
  if (match === null) return undefined;
  const words: readonly string[] =
    text
      .slice(Math.max(0, match.index - contextCharacters), match.index + match[0].length + contextCharacters)
      .match(/[a-z_]+/gi) ?? [];
  return efforts.filter((effort) => words.includes(effort));
}
