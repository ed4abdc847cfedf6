import { isObject, type JsonObject, type Part } from '@org/engine';
import { formatDataUrl } from '../../shared/data-url.js';

/** An item as it came, but for a screenshot that the client named as a file and that has become its bytes since. */
export function withOriginalScreenshot(item: JsonObject, part: Part): JsonObject {
  const { output } = item;
  if (part.type !== 'tool-result' || !isObject(output) || typeof output['file_id'] !== 'string') return item;
  const image = part.content.find(({ type }) => type === 'media');
  if (image?.type !== 'media' || image.source.type !== 'base64') return item;
  const { file_id: _, ...others } = output;
  return { ...item, output: { ...others, image_url: formatDataUrl(image.source.mediaType, image.source.data) } };
}
