/** What a piece of a regular expression becomes, and how many characters the texts that match it have. */
export interface PatternRule {
  /** GBNF; empty for nothing. */
  readonly text: string;
  readonly low: number;
  readonly high: number;
  /** What follows what, where the rule is a sequence. */
  readonly sequence?: readonly PatternRule[];
  /** The one character that the rule is, or that it repeats. */
  readonly unit?: string;
}

export const nothing: PatternRule = { text: '', low: 0, high: 0 };

export function oneCharacter(text: string): PatternRule {
  return { text, low: 1, high: 1, unit: text };
}

export function joinedRule(rules: readonly PatternRule[]): PatternRule {
  const sequence = rules.flatMap((rule) => rule.sequence ?? [rule]).filter(({ text }) => text !== '');
  if (sequence.length === 1 && sequence[0] !== undefined) return sequence[0];
  const text = sequence.map((rule) => rule.text).join(' ');
  return { text, low: sum(sequence.map(({ low }) => low)), high: sum(sequence.map(({ high }) => high)), sequence };
}

export function eitherRule(rules: readonly PatternRule[]): PatternRule {
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return only;
  return { text: group(rules), low: Math.min(...rules.map(({ low }) => low)), high: Math.max(...rules.map(({ high }) => high)) };
}

export function repeatedRule(rule: PatternRule, [least, most]: readonly [number, number]): PatternRule {
  const isCharacter = rule.text === rule.unit;
  // Nothing repeated without end is still nothing.
  const longest = rule.high === 0 || most === 0 ? 0 : rule.high * most;
  const text = `${isCharacter ? rule.text : group([rule])}${counts(least, most)}`;
  return { text, low: rule.low * least, high: longest, ...(isCharacter ? { unit: rule.text } : {}) };
}

/**
 * The same rule, its texts `low` to `high` characters long. `undefined` where the rule does not show how: more than one of
 * its pieces varies in length, or none of its texts is that long.
 */
export function clippedRule(rule: PatternRule, low: number, high: number): PatternRule | undefined {
  if (rule.low >= low && rule.high <= high) return rule;
  const pieces = rule.sequence ?? [rule];
  const [varying, ...more] = pieces.filter((piece) => piece.low !== piece.high);
  if (varying?.unit === undefined || more.length > 0) return undefined;
  const fixed = rule.low - varying.low;
  const least = Math.max(varying.low, low - fixed);
  const most = Math.min(varying.high, high - fixed);
  if (least > most) return undefined;
  const clipped = repeatedRule(oneCharacter(varying.unit), [least, most]);
  return joinedRule(pieces.map((piece) => (piece === varying ? clipped : piece)));
}

function group(rules: readonly PatternRule[]): string {
  return `( ${rules.map((rule) => (rule.text === '' ? '""' : rule.text)).join(' | ')} )`;
}

function counts(least: number, most: number): string {
  return most === Infinity ? `{${least},}` : `{${least},${most}}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
