import type { Operation } from '../operation.js';

export const fileOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/files',
    id: 'uploadFile',
    tag: 'Files',
    summary: 'Upload a file',
    description:
      'A form (`multipart/form-data`) with the file as its part `file`. Requests name it by its id, in either dialect. Fields and response are those of the messages dialect when the request carries its version header, else those of the responses dialect.',
    form: ['ResponsesFileCreateParams', 'MessagesFileUploadParams'],
    responseSchemas: ['ResponsesFileObject', 'MessagesFileMetadata'],
  },
  {
    method: 'get',
    path: '/v1/files',
    id: 'listFiles',
    tag: 'Files',
    summary: 'List files',
    description:
      'Newest first, unless `order` is `asc`. `after`, `order` and `purpose` belong to the responses dialect, `page` and `ids` to the messages dialect; `limit` is 1 to 1000, by default 20, in the latter.',
    query: [
      { name: 'after', description: 'Id of the file after which the page begins.', schema: { type: 'string' } },
      {
        name: 'limit',
        description: 'Maximum number of files on the page.',
        schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 10_000 },
      },
      {
        name: 'order',
        description: 'By age; `desc`: newest first.',
        schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
      },
      { name: 'purpose', description: 'Only files with this purpose.', schema: { type: 'string' } },
      { name: 'page', description: '`next_page` of the previous page.', schema: { type: 'string' } },
      {
        name: 'ids',
        description:
          'Only files with these ids, at most 100; not together with `page` or `limit`. May be named `ids[]`.',
        schema: { type: 'array', items: { type: 'string' } },
      },
    ],
    responseSchemas: ['ResponsesFileObjectsPage', 'MessagesFileMetadataPageCursor'],
  },
  {
    method: 'get',
    path: '/v1/files/{id}',
    id: 'retrieveFile',
    tag: 'Files',
    summary: 'Retrieve a file',
    responseSchemas: ['ResponsesFileObject', 'MessagesFileMetadata'],
  },
  {
    method: 'delete',
    path: '/v1/files/{id}',
    id: 'deleteFile',
    tag: 'Files',
    summary: 'Delete a file',
    description: 'Turns that refer to it can no longer be continued.',
    responseSchemas: ['ResponsesFileDeleted', 'MessagesDeletedFile'],
  },
  {
    method: 'get',
    path: '/v1/files/{id}/content',
    id: 'fileContent',
    tag: 'Files',
    summary: 'Download the content of a file',
    bytes: true,
  },
];
