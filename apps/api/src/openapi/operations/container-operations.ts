import type { Operation, QueryParameter } from '../operation.js';

const pageQuery: readonly QueryParameter[] = [
  { name: 'after', description: 'Id of the entry after which the page begins.', schema: { type: 'string' } },
  {
    name: 'limit',
    description: 'Maximum number of entries on the page.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  {
    name: 'order',
    description: 'By age; `desc`: newest first.',
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  },
];

export const containerOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/containers',
    id: 'createContainer',
    tag: 'Containers',
    summary: 'Create a container',
    description: 'Code runs in a container and has its files. It expires after minutes without use.',
    body: 'ResponsesContainerCreateParams',
    responseSchemas: ['ResponsesContainerObject'],
  },
  {
    method: 'get',
    path: '/v1/containers',
    id: 'listContainers',
    tag: 'Containers',
    summary: 'List containers',
    query: [...pageQuery, { name: 'name', description: 'Only containers with this name.', schema: { type: 'string' } }],
    responseSchemas: ['ResponsesContainerObjectsPage'],
  },
  {
    method: 'get',
    path: '/v1/containers/{id}',
    id: 'retrieveContainer',
    tag: 'Containers',
    summary: 'Retrieve a container',
    responseSchemas: ['ResponsesContainerObject'],
  },
  {
    method: 'delete',
    path: '/v1/containers/{id}',
    id: 'deleteContainer',
    tag: 'Containers',
    summary: 'Delete a container',
    description: 'With the files that belong to it. Uploaded files stay.',
    responseSchemas: ['ResponsesContainerDeleted'],
  },
  {
    method: 'post',
    path: '/v1/containers/{id}/files',
    id: 'createContainerFile',
    tag: 'Containers',
    summary: 'Add a file to a container',
    description:
      'A form (`multipart/form-data`) with the part `file`, or `file_id` of an uploaded file in a form or as JSON.',
    form: ['ResponsesContainerFileCreateParams'],
    responseSchemas: ['ResponsesContainerFileObject'],
  },
  {
    method: 'get',
    path: '/v1/containers/{id}/files',
    id: 'listContainerFiles',
    tag: 'Containers',
    summary: 'List the files of a container',
    query: pageQuery,
    responseSchemas: ['ResponsesContainerFileObjectsPage'],
  },
  {
    method: 'get',
    path: '/v1/containers/{id}/files/{fileId}',
    id: 'retrieveContainerFile',
    tag: 'Containers',
    summary: 'Retrieve a file of a container',
    responseSchemas: ['ResponsesContainerFileObject'],
  },
  {
    method: 'delete',
    path: '/v1/containers/{id}/files/{fileId}',
    id: 'deleteContainerFile',
    tag: 'Containers',
    summary: 'Delete a file of a container',
    description: 'An uploaded file leaves the container and stays in /v1/files.',
    responseSchemas: ['ResponsesContainerFileDeleted'],
  },
  {
    method: 'get',
    path: '/v1/containers/{id}/files/{fileId}/content',
    id: 'containerFileContent',
    tag: 'Containers',
    summary: 'Download the content of a file of a container',
    bytes: true,
  },
];
