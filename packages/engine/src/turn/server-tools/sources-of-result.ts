import type { HostedToolResult } from '../../model/hosted-tool.js';
import type { TextPart } from '../../model/part.js';
import type { CitableSource } from '../../ports/hosted-tools.js';

/** Results show their sources as `[1]` at the start of a line. */
const numberPattern = /^\[(\d{1,6})\]/gm;

/** The numbers that the text of a result shows, in its order. */
export function numbersOf(content: readonly { readonly type: string }[]): readonly number[] {
  return content.flatMap((part) =>
    isText(part) ? [...part.text.matchAll(numberPattern)].map(([, digits]) => Number(digits)) : [],
  );
}

function isText(part: { readonly type: string }): part is TextPart {
  return part.type === 'text';
}

/**
 * The sources that a result showed the model, by the numbers in its text: the text shows them in the order of the
 * result, and its end may be missing. Passages of fetched pages are no sources of later requests.
 */
export function sourcesOfResult(
  content: readonly { readonly type: string }[],
  hosted: HostedToolResult,
): readonly (readonly [number: number, source: CitableSource])[] {
  const sources = shownSources(hosted);
  return numbersOf(content).flatMap((number, at) => {
    const source = sources[at];
    return source === undefined ? [] : [[number, source]];
  });
}

function shownSources(hosted: HostedToolResult): readonly CitableSource[] {
  switch (hosted.type) {
    case 'web-search':
      return hosted.hits.map(({ url, title, text }) => ({ type: 'page', url, title, text }));
    case 'web-page': {
      const { url, title } = hosted;
      return [{ type: 'page', url, ...(title !== undefined && { title }), text: '' }];
    }
    case 'file-search':
      return hosted.hits.map(({ fileId, filename, text }) => ({ type: 'file', fileId, filename, text }));
    case 'web-fetch':
    case 'code':
    case 'failed':
      return [];
  }
}
