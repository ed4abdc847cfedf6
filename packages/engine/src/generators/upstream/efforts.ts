import type { ReasoningRequest } from '../../model/generation-request.js';

export type Effort = NonNullable<ReasoningRequest['effort']>;

const ascendingEfforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly Effort[];

/** The effort that comes nearest to the one that is wanted: the highest that is not above it, or the lowest there is. */
export function nearestEffort(effort: Effort | undefined, known: readonly Effort[]): Effort | undefined {
  if (effort === undefined) return undefined;
  const rank = ascendingEfforts.indexOf(effort);
  return known.findLast((candidate) => ascendingEfforts.indexOf(candidate) <= rank) ?? known[0];
}

/** The efforts that a refusal of one names, the refused one among them, ascending; `undefined` when it is about something else. */
export function effortsNamed(text: string): readonly Effort[] | undefined {
  const complaint = complaintAboutEffort.exec(text);
  if (complaint === null) return undefined;
  const words: readonly string[] = text.slice(Math.max(0, complaint.index - nearby), complaint.index + complaint[0].length + nearby).match(/[a-z_]+/gi) ?? [];
  return ascendingEfforts.filter((effort) => words.includes(effort));
}

export function isEffort(value: unknown): value is Effort {
  return ascendingEfforts.some((effort) => effort === value);
}

/** So many characters before and behind it belong to a complaint: some name the field behind the efforts that there are. */
const nearby = 240;
const complaintAboutEffort = /reasoning[ _.-]?effort|output_config\.effort|effort parameter|(?:invalid|unsupported) reasoning value|think value|does not support (?:thinking|reasoning)|adaptive thinking|thinking\W{1,4}type|reasoning\.\w+/i;
