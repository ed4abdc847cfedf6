import type { DocumentSection } from './document.js';

/** Sections of a Markdown text, one below each heading. The heading stays in the text. Code blocks have no headings. */
export function splitMarkdown(markdown: string): readonly DocumentSection[] {
  const sections: DocumentSection[] = [];
  let lines: string[] = [];
  let heading: string | undefined;
  let fence: string | undefined;
  const finish = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') sections.push({ text, ...(heading === undefined ? {} : { heading }) });
    lines = [];
  };
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    const title = fence === undefined ? headingOf(line) : undefined;
    if (title !== undefined) {
      finish();
      heading = title;
    }
    lines.push(line);
  }
  finish();
  return sections;
}

function headingOf(line: string): string | undefined {
  const text = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1];
  return text?.replace(/[ \t]#+[ \t]*$/, '').trim();
}
