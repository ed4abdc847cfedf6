// A request for each hosted tool of the responses dialect, and what the tools of `scripted-tools.ts` make of it.
import type OpenAI from 'openai';
import { foundFile, foundPage } from './scripted-tools.js';

export interface HostedToolCase {
  readonly tool: OpenAI.Responses.Tool;
  readonly input: string;
  /** Members of the item of the call. */
  readonly item: { readonly type: string; readonly [member: string]: unknown };
  /** What shows the result in the item. */
  readonly include: OpenAI.Responses.ResponseIncludable;
  readonly included: object;
  readonly annotation: object;
}

const sources = [{ type: 'url', url: foundPage.url }];
const search = { type: 'search', query: 'doors', queries: ['doors'] };
const code = 'print(42)';
export const hostedToolCases: readonly HostedToolCase[] = [
  {
    tool: { type: 'web_search' },
    input: 'call web_search {"query":"doors"}',
    item: { type: 'web_search_call', status: 'completed', action: search },
    include: 'web_search_call.action.sources',
    included: { action: { ...search, sources } },
    annotation: { type: 'url_citation', url: foundPage.url, title: foundPage.title, start_index: 0, end_index: 6 },
  },
  {
    tool: { type: 'file_search', vector_store_ids: ['vs_1'] },
    input: 'call file_search {"query":"doors"}',
    item: { type: 'file_search_call', status: 'completed', queries: ['doors'], results: null },
    include: 'file_search_call.results',
    included: {
      results: [{ file_id: foundFile.fileId, filename: 'doors.md', score: 0.75, text: foundFile.text, attributes: {} }],
    },
    annotation: { type: 'file_citation', file_id: foundFile.fileId, filename: 'doors.md', index: 6 },
  },
  {
    tool: { type: 'code_interpreter', container: { type: 'auto' } },
    input: `call python {"code":"${code}"}`,
    item: { type: 'code_interpreter_call', status: 'completed', code, container_id: 'cntr_1', outputs: null },
    include: 'code_interpreter_call.outputs',
    included: {
      outputs: [
        { type: 'logs', logs: '42\n' },
        { type: 'image', url: '/v1/containers/cntr_1/files/cfile_1/content' },
      ],
    },
    annotation: { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1', filename: 'plot.png' },
  },
];
