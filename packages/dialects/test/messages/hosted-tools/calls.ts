// Calls of hosted tools, and what they gave.
import type { CodeResult, HostedToolResult, ServerCall, ServerCallOutcome } from '@org/engine';
import { serverToolForms } from '#src/messages/server-tool-forms.js';
import { testSigner } from '../../test-signer.js';

export const forms = serverToolForms(testSigner);
export const form = forms.hosted['web-search'];

export function call(kind: 'web-search' | 'web-fetch' | 'code', name: string, argumentsText: string): ServerCall {
  return { callId: 'srvtoolu_1', source: { type: 'hosted', kind }, name, argumentsText };
}

export function outcomeOf(hosted: HostedToolResult, text = 'as the model reads it'): ServerCallOutcome {
  return { content: [{ type: 'text', text }], hosted, ...(hosted.type === 'failed' && { isError: true }) };
}

export const searchCall = call('web-search', 'web_search', '{"query":"lakes"}');
export const fetchCall = call('web-fetch', 'web_fetch', '{"url":"https://a.example/"}');
export const pythonCall = call('code', 'python', '{"code":"print(1.0)"}');
export const bashCall = call('code', 'bash', '{"command":"ls"}');
export const editorCall = call('code', 'text_editor', '{"command":"view","path":"a.txt"}');

export const found: HostedToolResult = {
  type: 'web-search',
  queries: ['lakes'],
  hits: [
    { url: 'https://a.example/', title: 'A', text: 'Deep lakes.', pageAge: '2 days ago' },
    { url: 'https://b.example/', title: 'B', text: 'Cold lakes.' },
  ],
};

export const fetched: HostedToolResult = {
  type: 'web-fetch',
  url: 'https://a.example/',
  title: 'A',
  retrievedAt: 1_700_000_000,
  document: { type: 'text', text: 'All about lakes.' },
  citations: true,
};

export const ran: CodeResult = {
  type: 'code',
  language: 'python',
  containerId: 'container_1',
  containerExpiresAt: 1_700_001_200,
  stdout: '1.0\n',
  stderr: '',
  returnCode: 0,
  files: [{ fileId: 'file_9', filename: 'plot.png', mediaType: 'image/png', bytes: 3 }],
};
