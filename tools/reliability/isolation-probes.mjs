// The ids that each route accepts, and their location. The matrix fails when a route of the service is missing here.

/**
 * @typedef {object} Probe
 * @property {string} route `METHOD /path` as in the OpenAPI document
 * @property {string} location where the request contains the id
 * @property {(id: string) => { method: string, path: string, body?: unknown, headers?: Record<string, string>, frame?: object }} call a WebSocket sends `frame`
 */

const prompt = 'Hello.';
const version = { 'anthropic-version': '2023-06-01' };

const get = (path, headers) => ({ method: 'GET', path, ...(headers === undefined ? {} : { headers }) });
const remove = (path, headers) => ({ method: 'DELETE', path, ...(headers === undefined ? {} : { headers }) });
const post = (path, body, headers) => ({ method: 'POST', path, body, ...(headers === undefined ? {} : { headers }) });

/** Ids in a body that asks for a generation or a count. @type {[string, (id: string) => object][]} */
const references = [
  ['previous_response_id', (id) => ({ previous_response_id: id, input: prompt })],
  [
    'item_reference',
    (id) => ({
      input: [
        { role: 'user', content: prompt },
        { type: 'item_reference', id },
      ],
    }),
  ],
  ['conversation', (id) => ({ conversation: id, input: prompt })],
  ['conversation.id', (id) => ({ conversation: { id }, input: prompt })],
];

/** A message that continues a thread. */
const goingOn = (id) => ({
  model: 'scripted',
  max_tokens: 50,
  messages: [{ role: 'user', content: prompt }],
  thread: { type: 'continue', previous_message_id: id },
});

/** Files in request content, in the format of each dialect. */
const shownFiles = [
  ...['input_file', 'input_image'].map((type) => [
    '/v1/responses',
    type,
    (id) => ({ model: 'scripted', store: false, input: [{ role: 'user', content: [{ type, file_id: id }] }] }),
    undefined,
  ]),
  ...['document', 'image'].map((type) => [
    '/v1/messages',
    type,
    (id) => ({
      model: 'scripted',
      max_tokens: 50,
      messages: [{ role: 'user', content: [{ type, source: { type: 'file', file_id: id } }] }],
    }),
    version,
  ]),
];

const store = '/v1/vector_stores/{id}';

/**
 * The routes about a file or a batch of a vector store.
 * @param {string} location
 * @param {(id: string) => { vectorStore: string, file: string, batch: string }} idsOf
 * @returns {Probe[]}
 */
function probesOfVectorStoreFiles(location, idsOf) {
  const path = (id) => `/v1/vector_stores/${idsOf(id).vectorStore}`;
  const file = (id) => `${path(id)}/files/${idsOf(id).file}`;
  const batch = (id) => `${path(id)}/file_batches/${idsOf(id).batch}`;
  return [
    {
      route: `POST ${store}/files`,
      location,
      call: (id) => post(`${path(id)}/files`, { file_id: idsOf(id).file }),
    },
    { route: `GET ${store}/files/{fileId}`, location, call: (id) => get(file(id)) },
    {
      route: `POST ${store}/files/{fileId}`,
      location,
      call: (id) => post(file(id), { attributes: { seen: true } }),
    },
    { route: `GET ${store}/files/{fileId}/content`, location, call: (id) => get(`${file(id)}/content`) },
    { route: `DELETE ${store}/files/{fileId}`, location, call: (id) => remove(file(id)) },
    {
      route: `POST ${store}/file_batches`,
      location,
      call: (id) => post(`${path(id)}/file_batches`, { file_ids: [idsOf(id).file] }),
    },
    { route: `GET ${store}/file_batches/{batchId}`, location, call: (id) => get(batch(id)) },
    { route: `GET ${store}/file_batches/{batchId}/files`, location, call: (id) => get(`${batch(id)}/files`) },
    { route: `POST ${store}/file_batches/{batchId}/cancel`, location, call: (id) => post(`${batch(id)}/cancel`, {}) },
  ];
}

/**
 * The routes about a file of a container.
 * @param {string} location
 * @param {(id: string) => { container: string, file: string }} idsOf
 * @returns {Probe[]}
 */
function probesOfContainerFiles(location, idsOf) {
  const path = (id) => `/v1/containers/${idsOf(id).container}/files`;
  const file = (id) => `${path(id)}/${idsOf(id).file}`;
  return [
    {
      route: 'POST /v1/containers/{id}/files',
      location,
      call: (id) => post(path(id), { file_id: idsOf(id).file }),
    },
    { route: 'GET /v1/containers/{id}/files/{fileId}', location, call: (id) => get(file(id)) },
    { route: 'GET /v1/containers/{id}/files/{fileId}/content', location, call: (id) => get(`${file(id)}/content`) },
    { route: 'DELETE /v1/containers/{id}/files/{fileId}', location, call: (id) => remove(file(id)) },
  ];
}

/**
 * Probes of a container with a file of its owner.
 * @param {{ file: string }} held
 * @returns {Probe[]}
 */
export function probesOfContainer(held) {
  return probesOfContainerFiles('container', (id) => ({ container: id, ...held }));
}

/** @type {Probe[]} */
export const probes = [
  ...references.flatMap(([location, body]) => [
    {
      route: 'POST /v1/responses',
      location,
      call: (id) => post('/v1/responses', { model: 'scripted', store: false, ...body(id) }),
    },
    {
      route: 'POST /v1/responses',
      location: `${location}, streamed`,
      call: (id) => post('/v1/responses', { model: 'scripted', store: false, stream: true, ...body(id) }),
    },
    {
      route: 'POST /v1/responses',
      location: `${location}, in the background`,
      call: (id) => post('/v1/responses', { model: 'scripted', background: true, ...body(id) }),
    },
    {
      route: 'GET /v1/responses',
      location: `${location}, over a WebSocket`,
      call: (id) => ({
        ...get('/v1/responses'),
        frame: { type: 'response.create', model: 'scripted', store: false, ...body(id) },
      }),
    },
    {
      route: 'POST /v1/responses/input_tokens',
      location,
      call: (id) => post('/v1/responses/input_tokens', { model: 'scripted', ...body(id) }),
    },
  ]),
  ...references.slice(0, 2).map(([location, body]) => ({
    route: 'POST /v1/responses/compact',
    location,
    call: (id) => post('/v1/responses/compact', { model: 'scripted', ...body(id) }),
  })),
  { route: 'GET /v1/responses/{id}', location: 'path', call: (id) => get(`/v1/responses/${id}`) },
  { route: 'GET /v1/responses/{id}', location: 'path, streamed', call: (id) => get(`/v1/responses/${id}?stream=true`) },
  {
    route: 'GET /v1/responses/{id}',
    location: 'path, resumed',
    call: (id) => get(`/v1/responses/${id}?stream=true&starting_after=1`),
  },
  {
    route: 'GET /v1/responses/{id}/input_items',
    location: 'path',
    call: (id) => get(`/v1/responses/${id}/input_items`),
  },
  { route: 'POST /v1/responses/{id}/cancel', location: 'path', call: (id) => post(`/v1/responses/${id}/cancel`, {}) },
  { route: 'DELETE /v1/responses/{id}', location: 'path', call: (id) => remove(`/v1/responses/${id}`) },
  ...['/v1/messages', '/v1/messages/count_tokens'].map((path) => ({
    route: `POST ${path}`,
    location: 'previous_message_id',
    call: (id) => post(path, goingOn(id), version),
  })),
  {
    route: 'POST /v1/messages',
    location: 'previous_message_id, streamed',
    call: (id) => post('/v1/messages', { ...goingOn(id), stream: true }, version),
  },
  {
    route: 'DELETE /v1/messages/threads/{id}',
    location: 'path',
    call: (id) => remove(`/v1/messages/threads/${id}`, version),
  },
  {
    route: 'GET /v1/messages/batches',
    location: 'after_id',
    call: (id) => get(`/v1/messages/batches?after_id=${id}`, version),
  },
  {
    route: 'GET /v1/messages/batches',
    location: 'before_id',
    call: (id) => get(`/v1/messages/batches?before_id=${id}`, version),
  },
  {
    route: 'GET /v1/messages/batches/{id}',
    location: 'path',
    call: (id) => get(`/v1/messages/batches/${id}`, version),
  },
  {
    route: 'GET /v1/messages/batches/{id}/results',
    location: 'path',
    call: (id) => get(`/v1/messages/batches/${id}/results`, version),
  },
  {
    route: 'POST /v1/messages/batches/{id}/cancel',
    location: 'path',
    call: (id) => post(`/v1/messages/batches/${id}/cancel`, {}, version),
  },
  {
    route: 'DELETE /v1/messages/batches/{id}',
    location: 'path',
    call: (id) => remove(`/v1/messages/batches/${id}`, version),
  },
  { route: 'GET /v1/conversations/{id}', location: 'path', call: (id) => get(`/v1/conversations/${id}`) },
  {
    route: 'POST /v1/conversations/{id}',
    location: 'path',
    call: (id) => post(`/v1/conversations/${id}`, { metadata: { seen: 'yes' } }),
  },
  { route: 'GET /v1/conversations/{id}/items', location: 'path', call: (id) => get(`/v1/conversations/${id}/items`) },
  {
    route: 'POST /v1/conversations/{id}/items',
    location: 'path',
    call: (id) => post(`/v1/conversations/${id}/items`, { items: [{ role: 'user', content: prompt }] }),
  },
  { route: 'DELETE /v1/conversations/{id}', location: 'path', call: (id) => remove(`/v1/conversations/${id}`) },
  ...shownFiles.map(([path, location, body, headers]) => ({
    route: `POST ${path}`,
    location,
    call: (id) => post(path, body(id), headers),
  })),
  { route: 'GET /v1/files', location: 'after', call: (id) => get(`/v1/files?after=${id}`) },
  { route: 'GET /v1/files', location: 'page', call: (id) => get(`/v1/files?page=${id}`, version) },
  { route: 'GET /v1/files', location: 'ids', call: (id) => get(`/v1/files?ids[]=${id}`, version) },
  ...[undefined, version].flatMap((headers) => [
    { route: 'GET /v1/files/{id}', location: 'path', call: (id) => get(`/v1/files/${id}`, headers) },
    { route: 'GET /v1/files/{id}/content', location: 'path', call: (id) => get(`/v1/files/${id}/content`, headers) },
  ]),
  {
    route: 'DELETE /v1/files/{id}',
    location: 'in the other dialect',
    call: (id) => remove(`/v1/files/${id}`, version),
  },
  { route: 'DELETE /v1/files/{id}', location: 'path', call: (id) => remove(`/v1/files/${id}`) },
  {
    route: 'POST /v1/vector_stores',
    location: 'file_ids',
    call: (id) => post('/v1/vector_stores', { file_ids: [id] }),
  },
  { route: 'GET /v1/vector_stores', location: 'after', call: (id) => get(`/v1/vector_stores?after=${id}`) },
  { route: 'GET /v1/vector_stores', location: 'before', call: (id) => get(`/v1/vector_stores?before=${id}`) },
  { route: `GET ${store}`, location: 'path', call: (id) => get(`/v1/vector_stores/${id}`) },
  { route: `POST ${store}`, location: 'path', call: (id) => post(`/v1/vector_stores/${id}`, { name: 'Seen' }) },
  {
    route: `POST ${store}/search`,
    location: 'path',
    call: (id) => post(`/v1/vector_stores/${id}/search`, { query: 'owner' }),
  },
  { route: `GET ${store}/files`, location: 'path', call: (id) => get(`/v1/vector_stores/${id}/files`) },
  { route: `DELETE ${store}`, location: 'path', call: (id) => remove(`/v1/vector_stores/${id}`) },
  {
    route: 'POST /v1/containers',
    location: 'file_ids',
    call: (id) => post('/v1/containers', { name: 'a', file_ids: [id] }),
  },
  { route: 'GET /v1/containers', location: 'after', call: (id) => get(`/v1/containers?after=${id}`) },
  { route: 'GET /v1/containers/{id}', location: 'path', call: (id) => get(`/v1/containers/${id}`) },
  { route: 'GET /v1/containers/{id}/files', location: 'path', call: (id) => get(`/v1/containers/${id}/files`) },
  { route: 'DELETE /v1/containers/{id}', location: 'path', call: (id) => remove(`/v1/containers/${id}`) },
];

/**
 * Probes of two ids: a valid object of the caller, and the probed id within it.
 * @param {{ response: string, conversation: string | undefined, vectorStore: string | undefined, container: string | undefined }} own objects of the requesting owner
 * @returns {Probe[]}
 */
export function probesIn({ response, conversation, vectorStore, container }) {
  return [
    ...(container === undefined
      ? []
      : probesOfContainerFiles('in an own container', (id) => ({ container, file: id }))),
    ...(vectorStore === undefined
      ? []
      : probesOfVectorStoreFiles('in an own vector store', (id) => ({ vectorStore, file: id, batch: id }))),
    {
      route: 'GET /v1/responses/{id}/input_items',
      location: 'after',
      call: (id) => get(`/v1/responses/${response}/input_items?after=${id}`),
    },
    ...(conversation === undefined
      ? []
      : [
          {
            route: 'GET /v1/conversations/{id}/items',
            location: 'after',
            call: (id) => get(`/v1/conversations/${conversation}/items?after=${id}`),
          },
          {
            route: 'GET /v1/conversations/{id}/items/{itemId}',
            location: 'item of an own conversation',
            call: (id) => get(`/v1/conversations/${conversation}/items/${id}`),
          },
          {
            route: 'DELETE /v1/conversations/{id}/items/{itemId}',
            location: 'item of an own conversation',
            call: (id) => remove(`/v1/conversations/${conversation}/items/${id}`),
          },
          {
            route: 'POST /v1/conversations/{id}/items',
            location: 'item_reference',
            call: (id) => post(`/v1/conversations/${conversation}/items`, { items: [{ type: 'item_reference', id }] }),
          },
        ]),
  ];
}

/**
 * Probes of an item in another owner's conversation.
 * @param {string} item
 * @returns {Probe[]}
 */
export function probesOfItem(item) {
  return [
    {
      route: 'GET /v1/conversations/{id}/items/{itemId}',
      location: 'conversation',
      call: (id) => get(`/v1/conversations/${id}/items/${item}`),
    },
    {
      route: 'DELETE /v1/conversations/{id}/items/{itemId}',
      location: 'conversation',
      call: (id) => remove(`/v1/conversations/${id}/items/${item}`),
    },
  ];
}

/**
 * Probes of a vector store with a file and a batch of its owner.
 * @param {{ file: string, batch: string }} held
 * @returns {Probe[]}
 */
export function probesOfVectorStore(held) {
  return probesOfVectorStoreFiles('vector store', (id) => ({ vectorStore: id, ...held }));
}

/** Routes that accept no id of an owned object, with the reason. */
export const routesWithoutIds = new Map([
  ['GET /', 'a page about the service'],
  ['GET /openapi.json', 'the document of the routes'],
  ['GET /health/live', 'no object'],
  ['GET /health/ready', 'no object'],
  ['GET /v1/models', 'models belong to the installation'],
  ['GET /v1/models/{id}', 'models belong to the installation'],
  ['POST /v1/messages/batches', 'creates a new object; its requests are in the body'],
  ['POST /v1/conversations', 'creates a new object; its items are in the body'],
  ['POST /v1/files', 'creates a new object'],
  ['POST /v1/embeddings', 'takes its inputs from the body and stores nothing'],
  ['POST /v1/rerank', 'takes its documents from the body and stores nothing'],
  ['POST /v1/alpha/search', 'searches the web and stores nothing'],
  ['POST /rerank', 'takes its documents from the body and stores nothing'],
  ['GET /v1/usage/storage', 'the sums of the owner of the key'],
]);

/** Headers of the messages dialect. */
export const messagesHeaders = version;
