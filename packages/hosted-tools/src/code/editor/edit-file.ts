import { asText, type JsonObject } from '@org/engine';

/** A command of the editor, in the words of the messages API. */
export type EditorCommand =
  | { readonly command: 'view'; readonly path: string; readonly range?: readonly [start: number, end: number] }
  | { readonly command: 'create'; readonly path: string; readonly text: string }
  | { readonly command: 'str_replace'; readonly path: string; readonly old: string; readonly new: string };

/** Result of a command on a text: what the dialects show, and what the model reads. */
export interface EditResult {
  readonly edit: JsonObject;
  readonly message: string;
  /** The new content of the file. */
  readonly text?: string;
}

/** Lines of context that a changed text has around it. */
const contextLines = 3;

/** The command that `input` describes. A string instead of it: what is wrong, for the model. `folder`: the work folder. */
export function readEditorCommand(input: JsonObject, folder: string): EditorCommand | string {
  const path = workPath(asText(input['path']) ?? '', folder);
  if (path === undefined) return `path must name a file in ${folder}.`;
  const { command, file_text: text, old_str: old, new_str: replacement = '', view_range: range } = input;
  switch (command) {
    case 'view':
      return { command, path, ...rangeOf(range) };
    case 'create':
      return typeof text === 'string' ? { command, path, text } : 'create needs file_text.';
    case 'str_replace':
      return typeof old === 'string' && old !== '' && typeof replacement === 'string'
        ? { command, path, old, new: replacement }
        : 'str_replace needs old_str, which is not empty, and new_str.';
    default:
      return 'command must be view, create or str_replace.';
  }
}

/** The path within the work folder. */
function workPath(path: string, folder: string): string | undefined {
  const within = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const parts = within.split('/').filter((part) => part !== '.');
  // oxlint-disable-next-line no-control-regex
  const isPlain = parts.every((part) => part !== '' && part !== '..' && !/[\u0000-\u001f\u007f\\]/.test(part));
  return parts.length > 0 && isPlain && within.length <= 400 && within.isWellFormed() ? parts.join('/') : undefined;
}

function rangeOf(range: unknown): { readonly range?: readonly [number, number] } {
  if (!Array.isArray(range)) return {};
  const [start, end]: readonly unknown[] = range;
  if (typeof start !== 'number' || typeof end !== 'number') return {};
  return { range: [Math.max(1, Math.trunc(start)), end < 0 ? Number.MAX_SAFE_INTEGER : Math.trunc(end)] };
}

/** Lines of `text`, numbered for the model. */
export function viewText(text: string, range: readonly [number, number] | undefined): EditResult {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [start, end] = range ?? [1, lines.length];
  const shown = lines.slice(start - 1, end);
  return {
    edit: {
      file_type: 'text',
      content: shown.join('\n'),
      num_lines: shown.length,
      start_line: start,
      total_lines: lines.length,
    },
    message: shown.map((line, n) => `${start + n}\t${line}`).join('\n'),
  };
}

export function createText(text: string, isUpdate: boolean): EditResult {
  return {
    edit: { is_file_update: isUpdate },
    message: isUpdate ? 'The file was replaced.' : 'The file was created.',
    text,
  };
}

/** Replaces the only occurrence of `old`. A string instead of it: why that is impossible, for the model. */
export function replaceText(text: string, old: string, replacement: string): EditResult | string {
  const at = text.indexOf(old);
  if (at < 0) return 'old_str does not occur in the file.';
  if (text.includes(old, at + 1)) return 'old_str occurs more than once in the file. Add lines around it.';
  const changed = text.slice(0, at) + replacement + text.slice(at + old.length);
  const first = text.slice(0, at).split('\n').length;
  const start = Math.max(1, first - contextLines);
  const window = (of: string, lines: number): readonly string[] =>
    of.split('\n').slice(start - 1, first - 1 + lines + contextLines);
  const [before, after] = [window(text, old.split('\n').length), window(changed, replacement.split('\n').length)];
  const lead = first - start;
  const oldMiddle = before.slice(lead, lead + old.split('\n').length);
  const newMiddle = after.slice(lead, lead + replacement.split('\n').length);
  return {
    edit: {
      old_start: start,
      old_lines: before.length,
      new_start: start,
      new_lines: after.length,
      lines: [
        ...before.slice(0, lead).map((line) => ` ${line}`),
        ...oldMiddle.map((line) => `-${line}`),
        ...newMiddle.map((line) => `+${line}`),
        ...after.slice(lead + newMiddle.length).map((line) => ` ${line}`),
      ],
    },
    message: 'The file was changed.',
    text: changed,
  };
}
