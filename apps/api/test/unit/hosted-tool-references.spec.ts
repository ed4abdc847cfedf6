// The start rejects settings of hosted tools that name a model, folder or program that the service does not have.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#src/config/load-config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tool-references-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const models = `models:
  - { name: chat, provider: { kind: llama, model: demo } }
  - { name: vectors, task: embedding, provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" } }
  - { name: "rank-*", task: rerank, provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" } }
`;

function load(tools: string): unknown {
  writeFileSync(join(folder, 'service.yaml'), `${models}tools: ${tools}\n`);
  return loadConfig({ PATH: folder }, folder);
}

const local = (path: string): string =>
  `{ webSearch: { provider: local, baseUrl: "https://a.test", folder: ${path} } }`;

it.each([
  [
    '{ fileSearch: { embedding: vektors } }',
    'tools.fileSearch.embedding is "vektors", which is not the name of a model; did you mean "vectors"?',
  ],
  ['{ fileSearch: { embedding: other } }', 'add a model with this name and task: embedding'],
  [
    '{ fileSearch: { embedding: chat } }',
    'tools.fileSearch.embedding is "chat", a model with task: chat; name a model with task: embedding',
  ],
  [
    '{ fileSearch: { reranker: vectors } }',
    'tools.fileSearch.reranker is "vectors", a model with task: embedding; name a model with task: rerank',
  ],
  [
    '{ webFetch: { allowPrivateHosts: ["http://wiki.test/"] } }',
    'tools.webFetch.allowPrivateHosts must be hosts with an optional port',
  ],
  [local('missing'), 'tools.webSearch.folder is the folder'],
  [local('service.yaml'), 'set the path of a folder'],
  ['{ code: { executors: [docker] } }', 'tools.code.executors has docker, which needs tools.code.docker with an image'],
  ['{ code: { wheels: missing } }', 'tools.code.wheels is the folder'],
  ['{ code: { python: /missing/python3 } }', 'tools.code.python is the program /missing/python3, which cannot run'],
  [
    '{ code: { docker: { image: "python:3-slim", host: 10.0.0.5 } } }',
    'tools.code.docker.host must be a URL such as ssh://code@10.0.0.5 or tcp://10.0.0.5:2376',
  ],
  [
    '{ code: { docker: { image: "python:3-slim", host: "tcp://10.0.0.5:2375" } } }',
    'tools.code.docker.host is tcp:// without TLS. Set the variables DOCKER_TLS_VERIFY=1 and DOCKER_CERT_PATH',
  ],
  ['{ code: { python: python9 } }', 'tools.code.python is the program python9, which no folder of PATH has'],
])('rejects %s at the start', (tools, sentence) => {
  expect(() => load(tools)).toThrow(sentence);
});

it('accepts models, hosts, folders and programs that exist', () => {
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'python9'), '', { mode: 0o755 });
  for (const tools of [
    '{ fileSearch: { embedding: vectors, reranker: rank-1 } }',
    '{ webFetch: { allowPrivateHosts: ["*.wiki.test", "10.0.0.5:8080", "[::1]:80"] } }',
    local('pages'),
    '{ code: { python: python9, wheels: pages } }',
    '{ code: { executors: [docker, python], docker: { image: "python:3-slim", runtime: runsc } } }',
    '{ code: { docker: { image: "python:3-slim", host: "ssh://code@10.0.0.5" } } }',
    '{ code: { docker: { image: "python:3-slim", host: "tcp://127.0.0.1:2375" } } }',
  ])
    expect(() => load(tools)).not.toThrow();
});
