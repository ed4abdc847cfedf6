import { type CodeResult, type HostedToolResult, isObject, type JsonObject } from '@org/engine';

/** The item with the members of its result that `include` requests. */
export function includeResult(item: JsonObject, hosted: HostedToolResult, include: readonly string[]): JsonObject {
  switch (hosted.type) {
    case 'web-search': {
      const { action } = item;
      return include.includes('web_search_call.action.sources') && isObject(action)
        ? { ...item, action: { ...action, sources: hosted.hits.map(({ url }) => ({ type: 'url', url })) } }
        : item;
    }
    case 'file-search':
      return include.includes('file_search_call.results')
        ? {
            ...item,
            results: hosted.hits.map(({ fileId, filename, score, text, attributes }) => ({
              file_id: fileId,
              filename,
              score,
              text,
              attributes,
            })),
          }
        : item;
    case 'code':
      return include.includes('code_interpreter_call.outputs') ? { ...item, outputs: outputsOf(hosted) } : item;
    case 'web-page':
    case 'web-fetch':
    case 'failed':
      return item;
  }
}

function outputsOf({ stdout, stderr, containerId, files }: CodeResult): JsonObject[] {
  const logs = [stdout, stderr].filter((text) => text !== '').join('\n');
  return [
    ...(logs === '' ? [] : [{ type: 'logs', logs }]),
    ...files
      .filter(({ mediaType }) => mediaType.startsWith('image/'))
      .map(({ fileId }) => ({ type: 'image', url: `/v1/containers/${containerId}/files/${fileId}/content` })),
  ];
}
