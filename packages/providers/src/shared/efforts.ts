import { type Effort, efforts } from '@org/engine';

/** The effort that comes nearest to the one that is wanted: the highest that is not above it, or the lowest there is. */
export function nearestEffort(effort: Effort | undefined, known: readonly Effort[]): Effort | undefined {
  if (effort === undefined) return undefined;
  const rank = efforts.indexOf(effort);
  return known.findLast((candidate) => efforts.indexOf(candidate) <= rank) ?? known[0];
}

/** The efforts that a refusal of one names, the refused one among them, ascending; `undefined` when it is about something else. */
export function effortsNamed(text: string): readonly Effort[] | undefined {
  const match = effortErrorPattern.exec(text);
  if (match === null) return undefined;
  const words: readonly string[] =
    text.slice(Math.max(0, match.index - nearby), match.index + match[0].length + nearby).match(/[a-z_]+/gi) ?? [];
  return efforts.filter((effort) => words.includes(effort));
}

export function isEffort(value: unknown): value is Effort {
  return efforts.some((effort) => effort === value);
}

/** So many characters before and behind it belong to a complaint: some name the field behind the efforts that there are. */
const nearby = 240;
/** How servers word it that they do not take an effort of reasoning, or a request for reasoning. */
export const effortErrorPattern =
  /reasoning[ _.-]?effort|output_config\.effort|effort parameter|(?:invalid|unsupported) reasoning value|think value|does not support (?:thinking|reasoning)|adaptive thinking|thinking\W{1,4}type|reasoning\.\w+/i;
/** How Anthropic and Ollama word it: for a word that they lack, for a model without efforts, for one without reasoning. */
export const effortFieldErrorPattern =
  /does not support (?:the effort parameter|thinking)|(?:invalid reasoning|think) value/i;
