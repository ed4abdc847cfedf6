// Hosted tools without a network, a process or vector stores, whose results tests know.
import type { HostedFunction, Message } from '@org/engine';
import { ScriptedHostedTools } from '@org/engine/testing';

function functionOf(name: string, ...members: readonly string[]): HostedFunction {
  return {
    name,
    description: name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(members.map((member) => [member, { type: 'string' }])),
    },
  };
}

/** A page that every search finds. */
export const foundPage = { url: 'https://doors.example/oak', title: 'Oak doors', text: 'Oak doors last a century.' };
/** A file that every search in files finds. */
export const foundFile = { fileId: 'file_doors', filename: 'doors.md', text: 'Doors squeak in winter.' };

/** All kinds. The query `fail` fails; code prints `42`. `onSearch`: receives the conversation of each search. */
export function scriptedTools(onSearch: (messages: readonly Message[]) => void = () => {}): ScriptedHostedTools {
  return new ScriptedHostedTools({
    'web-search': {
      functions: [
        functionOf('web_search', 'query'),
        functionOf('open_page', 'url'),
        functionOf('find_in_page', 'url', 'pattern'),
      ],
      call(name, { query, url }, messages, numberOf) {
        onSearch(messages);
        if (query === 'fail')
          return {
            content: [{ type: 'text', text: 'The search is unavailable.' }],
            isError: true,
            hosted: { type: 'failed', code: 'unavailable' },
          };
        const number = numberOf({ type: 'page', ...foundPage });
        return {
          content: [{ type: 'text', text: `[${number}] ${foundPage.title}\n${foundPage.url}\n${foundPage.text}` }],
          hosted:
            name === 'web_search'
              ? { type: 'web-search', queries: [String(query)], hits: [foundPage] }
              : { type: 'web-page', url: String(url) },
        };
      },
    },
    'file-search': {
      functions: [functionOf('file_search', 'query')],
      call(_name, { query }, _messages, numberOf) {
        const number = numberOf({ type: 'file', ...foundFile });
        return {
          content: [{ type: 'text', text: `[${number}] ${foundFile.filename}\n${foundFile.text}` }],
          hosted: {
            type: 'file-search',
            queries: [String(query)],
            hits: [{ ...foundFile, vectorStoreId: 'vs_1', score: 0.75, attributes: {} }],
          },
        };
      },
    },
    code: {
      functions: [functionOf('python', 'code')],
      containerId: 'cntr_1',
      call: () => ({
        content: [{ type: 'text', text: '42\ncreated plot.png' }],
        hosted: {
          type: 'code',
          language: 'python',
          containerId: 'cntr_1',
          stdout: '42\n',
          stderr: '',
          returnCode: 0,
          files: [{ fileId: 'cfile_1', filename: 'plot.png', mediaType: 'image/png', bytes: 8 }],
        },
      }),
    },
  });
}
