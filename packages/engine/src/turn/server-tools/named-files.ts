import type { Citation } from '../../model/part.js';

/** What a path or name does not follow directly. */
const notBefore = String.raw`(?<![\p{L}\p{N}_./-])`;
/** What does not follow a name: more of a word, a folder or another extension. */
const notAfter = String.raw`(?![\p{L}\p{N}_/-]|\.[\p{L}\p{N}_])`;
/** The folder of a container in which code works, and folders in it. */
const folders = String.raw`/mnt/data/(?:[\p{L}\p{N}_.-]+/)*`;

/** Passages of a text that name one file. A model that loops repeats names. */
const maxPassages = 20;

/**
 * The passages in which `text` names each of the files: the name of a file with an extension, or its path. A part of a
 * longer word, such as `data` in `database`, is no name.
 */
export function namedFiles(text: string, files: Iterable<readonly [string, Citation]>): readonly Citation[] {
  return [...files].flatMap(([filename, citation]) => {
    const matches = [...text.matchAll(patternOf(filename))].slice(0, maxPassages);
    return matches.map(({ 0: name, index }) => ({ ...citation, start: index, end: index + name.length }));
  });
}

function patternOf(filename: string): RegExp {
  const name = filename.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
  const path = /[^./]\.[^./]+$/.test(filename) ? `(?:${folders})?` : folders;
  return new RegExp(`${notBefore}${path}${name}${notAfter}`, 'gu');
}
