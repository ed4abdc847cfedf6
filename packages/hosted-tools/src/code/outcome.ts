import type { CodeFile, CodeResult, HostedToolErrorCode, ServerCallOutcome } from '@org/engine';

/** What a call did, and what the model has to know besides. */
export interface CallReport {
  readonly result: CodeResult;
  /** Where the files are, by their ids. */
  readonly paths: ReadonlyMap<string, string>;
  readonly notices: readonly string[];
}

/** The outcome of a call that ran. */
export function toOutcome({ result, paths, notices }: CallReport): ServerCallOutcome {
  const { stdout, stderr, returnCode, files, endedBy } = result;
  const text = [
    section('stdout', stdout),
    section('stderr', stderr),
    returnCode === 0 ? '' : `return code: ${returnCode}`,
    files.length === 0 ? '' : `files:\n${files.map((file) => describeFile(file, paths)).join('\n')}`,
    ...notices.map((notice) => `notice: ${notice}`),
  ].filter((one) => one !== '');
  return {
    content: [{ type: 'text', text: text.length === 0 ? 'The code ran and printed nothing.' : text.join('\n') }],
    ...(returnCode === 0 && endedBy === undefined ? {} : { isError: true as const }),
    hosted: result,
  };
}

/** The outcome of a call that did not run. */
export function failedOutcome(code: HostedToolErrorCode, text: string): ServerCallOutcome {
  return { content: [{ type: 'text', text }], isError: true, hosted: { type: 'failed', code } };
}

function section(name: string, text: string): string {
  if (text === '') return '';
  return `<${name}>\n${text.replaceAll('\u0000', '\u2400')}${text.endsWith('\n') ? '' : '\n'}</${name}>`;
}

function describeFile({ fileId, filename, mediaType, bytes }: CodeFile, paths: ReadonlyMap<string, string>): string {
  return `- ${paths.get(fileId) ?? filename} (${mediaType}, ${bytes} bytes, file id ${fileId})`;
}
