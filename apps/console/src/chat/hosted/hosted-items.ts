import { itemsOf, membersOf, numberOf, stringOf } from '../../api/read-json.js';
import {
  distinctSources,
  fileOf,
  hostedTool,
  sourceOf,
  type HostedTool,
  type OutputFile,
  type Source,
} from './hosted-tool.js';

type Members = Readonly<Record<string, unknown>>;

/** Reads an item of a hosted tool of the responses dialect; undefined for any other item. */
export function hostedToolOfItem(item: unknown): HostedTool | undefined {
  const members = membersOf(item);
  const state = stateOf(members['status']);
  switch (members['type']) {
    case 'web_search_call':
      return hostedTool({ ...readAction(membersOf(members['action'])), state });
    case 'file_search_call':
      return hostedTool({
        title: 'File search',
        input: textsOf(members['queries']).join(', '),
        sources: distinctSources(itemsOf(members['results']).map(fileResultOf)),
        state,
      });
    case 'code_interpreter_call': {
      const outputs = itemsOf(members['outputs']).map(membersOf);
      return hostedTool({
        title: 'Code',
        input: stringOf(members['code']) ?? '',
        isCode: true,
        log: outputs.flatMap(({ logs }) => stringOf(logs) ?? []).join('\n'),
        files: outputs.flatMap(imageOf),
        state,
      });
    }
    default:
      return undefined;
  }
}

/** What a text of the responses dialect cites: sources, and files that code made. */
export function readAnnotations(annotations: unknown): {
  readonly sources: readonly Source[];
  readonly files: readonly OutputFile[];
} {
  const all = itemsOf(annotations).map(membersOf);
  const sources = all.flatMap((one) => {
    if (one['type'] === 'url_citation') return sourceOf(stringOf(one['url']), stringOf(one['title']));
    if (one['type'] === 'file_citation') return sourceOf(undefined, stringOf(one['filename']));
    return [];
  });
  const files = all.flatMap((one) => {
    const fileId = stringOf(one['file_id']);
    if (one['type'] !== 'container_file_citation' || fileId === undefined) return [];
    return fileOf(fileId, stringOf(one['filename']), stringOf(one['container_id']));
  });
  return { sources: distinctSources(sources), files };
}

function readAction(action: Members): Pick<HostedTool, 'title'> & Partial<HostedTool> {
  const url = stringOf(action['url']) ?? '';
  switch (action['type']) {
    case 'open_page':
      return { title: 'Open page', input: url };
    case 'find_in_page':
      return { title: 'Find in page', input: `${stringOf(action['pattern']) ?? ''} · ${url}` };
    default: {
      const queries = textsOf(action['queries']);
      return {
        title: 'Web search',
        input: queries.length > 0 ? queries.join(', ') : (stringOf(action['query']) ?? ''),
        sources: distinctSources(itemsOf(action['sources']).map((one) => sourceOf(stringOf(membersOf(one)['url'])))),
      };
    }
  }
}

function fileResultOf(result: unknown): Source {
  const { filename, file_id: id, text, score } = membersOf(result);
  const relevance = numberOf(score);
  const facts = [relevance?.toFixed(2), stringOf(text)].filter((fact) => fact !== undefined && fact !== '');
  return sourceOf(undefined, stringOf(filename) ?? stringOf(id), facts.join(' · '));
}

/** An image is a file of this service; an upstream's may have a URL of another origin, which the page does not load. */
function imageOf({ type, url }: Members): readonly OutputFile[] {
  const path = stringOf(url);
  return type === 'image' && path !== undefined && /^\/v1\//.test(path) ? [{ name: 'image', path }] : [];
}

function stateOf(status: unknown): HostedTool['state'] {
  if (status === 'failed' || status === 'incomplete') return 'failed';
  return status === 'completed' ? 'completed' : 'running';
}

function textsOf(value: unknown): readonly string[] {
  return itemsOf(value).flatMap((one) => stringOf(one) ?? []);
}
