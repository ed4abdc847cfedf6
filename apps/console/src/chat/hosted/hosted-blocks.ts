import { itemsOf, membersOf, numberOf, stringOf } from '../../api/read-json.js';
import { distinctSources, fileOf, hostedTool, sourceOf, type HostedTool, type Source } from './hosted-tool.js';

/** Words of the page for the tools that a server runs, and the member of their input that a reader looks for. */
const tools: Readonly<Record<string, { readonly title: string; readonly member: string; readonly isCode: boolean }>> = {
  web_search: { title: 'Web search', member: 'query', isCode: false },
  web_fetch: { title: 'Web fetch', member: 'url', isCode: false },
  code_execution: { title: 'Code', member: 'code', isCode: true },
  bash_code_execution: { title: 'Shell', member: 'command', isCode: true },
};

/**
 * Reads a block of a hosted tool of the messages dialect, where a call and its result are two blocks; undefined for
 * any other block. `openInput`: the JSON of an input that still streams.
 */
export function hostedToolOfBlock(block: unknown, openInput: string | undefined): HostedTool | undefined {
  const { type, name, input, content, file_id: fileId } = membersOf(block);
  const result = membersOf(content);
  const error = stringOf(result['error_code']);
  switch (type) {
    case 'server_tool_use': {
      const tool = Object.hasOwn(tools, String(name)) ? tools[String(name)] : undefined;
      if (tool === undefined) return undefined;
      const { title, member, isCode } = tool;
      const complete = stringOf(membersOf(input)[member]) ?? '';
      const state = openInput === undefined ? 'completed' : 'running';
      return hostedTool({ title, input: openInput ?? complete, isCode, state });
    }
    case 'web_search_tool_result':
      if (error !== undefined) return failed('Search results', error);
      return hostedTool({ title: 'Search results', sources: distinctSources(itemsOf(content).map(searchResultOf)) });
    case 'web_fetch_tool_result': {
      if (error !== undefined) return failed('Page', error);
      const title = stringOf(membersOf(result['content'])['title']);
      return hostedTool({ title: 'Page', sources: [sourceOf(stringOf(result['url']), title)] });
    }
    case 'code_execution_tool_result':
    case 'bash_code_execution_tool_result': {
      if (error !== undefined) return failed('Output', error);
      const returnCode = numberOf(result['return_code']) ?? 0;
      const encrypted = stringOf(result['encrypted_stdout']) === undefined ? '' : 'The output is encrypted.';
      const texts = [stringOf(result['stdout']) ?? encrypted, stringOf(result['stderr']) ?? ''];
      return hostedTool({
        title: returnCode === 0 ? 'Output' : `Output, exit code ${returnCode}`,
        state: returnCode === 0 ? 'completed' : 'failed',
        log: texts.filter((text) => text !== '').join('\n'),
        files: itemsOf(result['content']).flatMap((file) => {
          const id = stringOf(membersOf(file)['file_id']);
          return id === undefined ? [] : fileOf(id);
        }),
      });
    }
    case 'container_upload': {
      const id = stringOf(fileId);
      return id === undefined ? undefined : hostedTool({ title: 'File', files: [fileOf(id)] });
    }
    default:
      return undefined;
  }
}

/** What a text of the messages dialect cites. */
export function readCitations(citations: unknown): readonly Source[] {
  return distinctSources(
    itemsOf(citations).map((citation) => {
      const { url, source, title, document_title: documentTitle, cited_text: text } = membersOf(citation);
      return sourceOf(stringOf(url) ?? stringOf(source), stringOf(title) ?? stringOf(documentTitle), stringOf(text));
    }),
  );
}

function searchResultOf(result: unknown): Source {
  const { url, title, page_age: age } = membersOf(result);
  return sourceOf(stringOf(url), stringOf(title), stringOf(age));
}

function failed(title: string, error: string): HostedTool {
  return hostedTool({ title, state: 'failed', log: error });
}
