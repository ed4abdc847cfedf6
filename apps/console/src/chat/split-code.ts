/** A run of text, or a fenced block of code. */
export type TextSegment =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`\n]*$/;

/**
 * Separates fenced code from other text, and leaves all other Markdown as the model wrote it. A block that is still
 * open ends with the text, so that code appears while it streams.
 */
export function splitCode(text: string): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let lines: string[] = [];
  let open: { readonly fence: string; readonly language: string } | undefined;
  const flush = (): void => {
    const joined = lines.join('\n');
    if (open !== undefined) segments.push({ kind: 'code', language: open.language, text: joined });
    else if (joined.trim() !== '') segments.push({ kind: 'prose', text: joined.trim() });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const [, marks = '', language = ''] = fence.exec(line) ?? [];
    if (open === undefined && marks !== '') {
      flush();
      open = { fence: marks, language };
    } else if (open !== undefined && language === '' && marks.startsWith(open.fence)) {
      flush();
      open = undefined;
    } else lines.push(line);
  }
  flush();
  return segments;
}

/** A run of prose, or code between single backticks. */
export interface InlineSegment {
  readonly isCode: boolean;
  readonly text: string;
}

/** Separates code between single backticks within a line. */
export function splitInlineCode(text: string): readonly InlineSegment[] {
  return text
    .split(/(`[^`\n]+`)/)
    .filter((segment) => segment !== '')
    .map((segment) =>
      /^`[^`\n]+`$/.test(segment) ? { isCode: true, text: segment.slice(1, -1) } : { isCode: false, text: segment },
    );
}
