import { EngineError } from '@org/engine/errors/engine-error';

/** Refuses every body that does not say it is JSON: one media type, checked in one place. */
export function checkMediaType(header: string | undefined): void {
  if (header === 'application/json') return;
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length).replaceAll('"', '');
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return;
  throw new EngineError('unsupported-media-type', 'content-type: must be application/json in UTF-8.', { param: 'content-type' });
}
