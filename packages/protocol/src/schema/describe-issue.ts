// Converts zod issues to one sentence for the client: the field's path, the rule, and the kind of the received value.
// Values are never repeated, because they may be prompt text.
import type { z } from 'zod';
import { isExactNumber, toPlainNumber } from './exact-number.js';

/** Which rule a body breaks. A number out of its bounds has the wrong value. */
export type FaultKind =
  | 'missing'
  | 'wrong-type'
  | 'wrong-value'
  | 'string-too-short'
  | 'string-too-long'
  | 'list-too-short'
  | 'list-too-long';

/** What is wrong with a body: `param` is the path (`messages.0.content.1.text`), and `message` starts with it. */
export interface Fault {
  readonly param: string;
  readonly message: string;
  readonly kind: FaultKind;
}

type Issue = z.core.$ZodIssue;

/** Describes the first fault of `error` in `input`. */
export function describeFault(error: z.ZodError, input: unknown): Fault {
  const issue = deepest(error.issues[0] as Issue, []);
  const param = issue.path.join('.');
  const value = valueAt(input, issue.path);
  const rule = describeRule(issue.issue, value);
  return {
    param,
    message: param === '' ? rule : `${param}: ${rule}`,
    kind: value === undefined ? 'missing' : kindOfFault(issue.issue, value),
  };
}

function kindOfFault(issue: Issue, value: unknown): FaultKind {
  switch (issue.code) {
    case 'invalid_type':
      return 'wrong-type';
    case 'invalid_union':
      return optionsOf(issue) === undefined && !valuesIn(issue).some((allowed) => typeof allowed === typeof value)
        ? 'wrong-type'
        : 'wrong-value';
    case 'too_small':
      return issue.origin === 'string'
        ? 'string-too-short'
        : issue.origin === 'array'
          ? 'list-too-short'
          : 'wrong-value';
    case 'too_big':
      return issue.origin === 'string' ? 'string-too-long' : issue.origin === 'array' ? 'list-too-long' : 'wrong-value';
    default:
      return 'wrong-value';
  }
}

/** The tags of a union; undefined for a union whose members have none. */
function optionsOf(issue: Issue): readonly unknown[] | undefined {
  return (issue as { readonly options?: readonly unknown[] }).options;
}

interface Located {
  readonly issue: Issue;
  readonly path: PropertyKey[];
}

/**
 * A failed union has one list of issues per branch; the branch that matched furthest is the intended one. For an open
 * union, the branch for unknown tags is skipped when the other branch knows the tag.
 */
function deepest(issue: Issue, base: PropertyKey[]): Located {
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { issue, path };
  const located = issue.errors.filter((branch) => branch.length > 0).map((branch) => deepest(branch[0] as Issue, path));
  const inside = located.filter(
    (candidate) => candidate.path.length > path.length && candidate.issue.code !== 'custom',
  );
  const best = inside.toSorted((a, b) => b.path.length - a.path.length || Number(isUnion(a)) - Number(isUnion(b)))[0];
  return best ?? { issue, path };
}

function isUnion({ issue }: Located): boolean {
  return issue.code === 'invalid_union';
}

/** The literal values that a union accepts at its own path. */
function valuesIn(issue: Issue): readonly unknown[] {
  if (issue.code === 'invalid_value') return issue.values;
  return topLevelBranches(issue).flatMap(valuesIn);
}

/** What a union accepts at its own path, as text. */
function acceptedBy(issue: Issue): readonly string[] {
  switch (issue.code) {
    case 'invalid_type':
      return [article(issue.expected)];
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value));
    default:
      return topLevelBranches(issue).flatMap(acceptedBy);
  }
}

/** The issues of each branch about the value itself, excluding issues about its members. */
function topLevelBranches(issue: Issue): readonly Issue[] {
  return issue.code === 'invalid_union'
    ? issue.errors.flatMap(([first]) => (first?.path.length === 0 ? [first] : []))
    : [];
}

function describeRule(issue: Issue, value: unknown): string {
  const kind = kindOf(value);
  switch (issue.code) {
    case 'invalid_type':
      return kind === 'nothing' ? 'Field required' : `Input should be ${article(issue.expected)}, but got ${kind}`;
    case 'invalid_value':
      return kind === 'nothing'
        ? 'Field required'
        : `Input should be ${issue.values.map((allowed) => JSON.stringify(allowed)).join(' or ')}, but got ${otherKind(issue.values, kind)}`;
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Input should be greater than ${issue.inclusive === false ? '' : 'or equal to '}${issue.minimum}`
        : `Input should have at least ${issue.minimum} ${unit(issue.origin)}`;
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Input should be less than ${issue.inclusive === false ? '' : 'or equal to '}${issue.maximum}`
        : `Input should have at most ${issue.maximum} ${unit(issue.origin)}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? `String should match pattern '${String(issue.pattern)}'`
        : `Input should be a valid ${issue.format}`;
    case 'invalid_union': {
      const options = optionsOf(issue);
      if (kind === 'nothing') return 'Field required';
      const accepted =
        options === undefined
          ? acceptedBy(issue)
          : options.filter((tag) => tag !== undefined).map((tag) => JSON.stringify(tag));
      if (accepted.length === 0) return `Input should have one of the allowed shapes, but got ${kind}`;
      return `Input should be ${[...new Set(accepted)].join(' or ')}, but got ${otherKind(options ?? valuesIn(issue), kind)}`;
    }
    default:
      return issue.message;
  }
}

/** When a value of this kind is allowed, describes the received one as another value: `"auto"` is a string, too. */
function otherKind(allowed: readonly unknown[], kind: string): string {
  return allowed.some((value) => kindOf(value) === kind) ? kind.replace(/^an? /, 'another ') : kind;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    int: 'an integer',
    object: 'an object',
    array: 'an array',
    record: 'an object',
  };
  return names[expected] ?? `a ${expected}`;
}

function unit(origin: string): string {
  return origin === 'string' ? 'characters' : 'items';
}

/** The kind of a JSON value, as text. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isExactNumber(value)) return kindOf(toPlainNumber(value));
  // `1e400` is valid JSON, but exceeds the range of a number; a 64-bit integer may exceed its digits.
  if (value === Infinity || value === -Infinity) return 'a number out of range';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
