import { fieldErrorPatterns, namedFields } from './rejected-field-patterns.js';

/** A field that an upstream rejects: its path without numbers, a value of a list, or a value of a `*-beta` header. */
export interface RejectedField {
  /** Absent: a header. */
  readonly path?: readonly string[];
  /** Absent: all values. */
  readonly value?: string;
}

/** Error patterns of messages and responses API servers that reject a field or its value. */
const pathPatterns = [
  /([a-z_][\w.[\]]{0,200}): Extra inputs are not permitted/g,
  /(?:unknown|unsupported|unrecognized) (?:parameter|field|argument|value)s?:? [`'"]([a-z_][\w.[\]]{0,200})[`'"]/gi,
  /(?:is not supported with|must be verified)[^]{0,300}"param\\?": ?\\?"([a-z_][\w.[\]]{0,200})\\?"/g,
];

export const rejectedPathPatterns: readonly RegExp[] = [...pathPatterns, ...fieldErrorPatterns];

/** The fields that an error names. */
export function rejectedPaths(text: string): readonly RejectedField[] {
  const paths = [
    ...pathPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = '']) => path)),
    ...namedFields(text),
  ];
  return paths.flatMap((path) => {
    const steps = path.split(/[.[\]]+/).filter((step) => /^[a-z_]+$/.test(step));
    return steps.length === 0 ? [] : [{ path: steps }];
  });
}

export const includablePattern =
  /\b(?:file_search_call\.results|web_search_call\.(?:results|action\.sources)|message\.(?:input_image\.image_url|output_text\.logprobs)|computer_call_output\.output\.image_url|code_interpreter_call\.outputs|reasoning\.encrypted_content)\b/g;
/** Checks of pydantic name the field, and then what its values may be. */
export const includePathPattern = /\bloc\W{1,9}body\W{1,9}include\b/;

/** Returns the values of `include` that an error names, without those that it lists as accepted. */
export function rejectedIncludes(text: string): readonly RejectedField[] {
  const [beforeList = ''] = text.split(
    /(?:supported|allowed|valid|possible|permitted) values|expected one of|input should be|must be one of/i,
  );
  if (!/\b(?:invalid|unsupported|unknown|unrecognized|not (?:supported|allowed|available)|include)/i.test(beforeList))
    return [];
  const values = [...new Set(beforeList.match(includablePattern))];
  return values.length === 0 && includePathPattern.test(beforeList)
    ? [{ path: ['include'] }]
    : values.map((value) => ({ path: ['include'], value }));
}

export const betaValuesPattern = /unexpected value\(s\) ([^]{1,400}?) for the \W?[\w-]{1,40}\W? header/i;

/** The values of a `*-beta` header that an error names. */
export function rejectedBetas(text: string): readonly RejectedField[] {
  const [, quoted = ''] = betaValuesPattern.exec(text) ?? [];
  return [...quoted.matchAll(/[\w-]+/g)].map(([value]) => ({ value }));
}
