import { type CodeLanguage, type HostedFunction, isObject, type JsonObject } from '@org/engine';
import type { CodeExecutor } from './code-executor.js';

const names: Readonly<Record<CodeLanguage, string>> = { python: 'python', bash: 'bash', editor: 'text_editor' };

/** A call of one of the functions, as the model made it. */
export type CodeInput =
  | { readonly language: 'python' | 'bash'; readonly code: string }
  | { readonly language: 'editor'; readonly edit: JsonObject };

/** A file that the client has put into a container. */
export interface Upload {
  readonly id: string;
  /** Relative to the work folder. */
  readonly path: string;
}

/** Files that a description names. */
const maxNamedUploads = 20;

/** The functions that the model may call. Their descriptions name the client's files, which stay the same in each turn. */
export function codeFunctions(
  languages: readonly CodeLanguage[],
  { description, folder, languages: supported }: CodeExecutor,
  callSeconds: number,
  uploads: readonly Upload[],
): readonly HostedFunction[] {
  const shared = `Files of the user and files for the user are in ${folder}. There is no network. A call ends after ${callSeconds} seconds.${namesOf(uploads, folder)}`;
  const text = { type: 'string' };
  const all: Readonly<Record<CodeLanguage, HostedFunction>> = {
    python: {
      name: names.python,
      description: `Runs Python code and returns what it prints and the value of its last expression. Variables stay for later calls. ${description} ${shared}`,
      inputSchema: { type: 'object', properties: { code: text }, required: ['code'] },
    },
    bash: {
      name: names.bash,
      description: `Runs a command with bash. Its processes end with the call. ${shared}`,
      inputSchema: { type: 'object', properties: { command: text }, required: ['command'] },
    },
    editor: {
      name: names.editor,
      description: `Views, creates and changes text files in ${folder}. view needs path, create path and file_text, str_replace path, old_str and new_str; old_str must occur exactly once.`,
      inputSchema: {
        type: 'object',
        properties: {
          command: { type: 'string', enum: ['view', 'create', 'str_replace'] },
          path: text,
          file_text: text,
          old_str: text,
          new_str: text,
          view_range: { type: 'array', items: { type: 'integer' } },
        },
        required: ['command', 'path'],
      },
    },
  };
  return languages.filter((one) => one === 'editor' || supported.has(one)).map((one) => all[one]);
}

function namesOf(uploads: readonly Upload[], folder: string): string {
  if (uploads.length === 0) return '';
  const named = uploads
    .slice(0, maxNamedUploads)
    .map(({ id, path }) => `${JSON.stringify(`${folder}/${path}`)} (${id})`);
  const others = uploads.length - named.length;
  return ` The user's files: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}

/** What a call means. A string instead of it: what is wrong with the arguments, for the model. */
export function readCodeInput(name: string, argumentsText: string): CodeInput | string {
  const language = (['python', 'bash', 'editor'] as const).find((one) => names[one] === name);
  if (language === undefined) return `There is no function ${name}.`;
  const input = parseJson(argumentsText);
  if (language === 'editor')
    return isObject(input) ? { language, edit: input } : 'The arguments are no JSON object with command and path.';
  const member = language === 'python' ? 'code' : 'command';
  const code = isObject(input) ? input[member] : typeof input === 'string' ? input : undefined;
  if (typeof code === 'string') return { language, code };
  // Models often write the code itself in place of JSON.
  if (input === undefined && !/^\s*[{"]/.test(argumentsText)) return { language, code: argumentsText };
  return `The arguments are no JSON object with a text ${member}.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
