import type { IncomingHttpHeaders } from 'node:http';
import { EngineError } from '@org/engine';

/** Rejects every body that is not declared as JSON: one media type, checked in one function. */
export function checkMediaType(header: string | undefined): void {
  if (header === 'application/json') return;
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return;
  throw new EngineError('unsupported-media-type', 'content-type: must be application/json in UTF-8.', {
    param: 'content-type',
  });
}

/** The same where a file is uploaded: its body has to be a form. */
export function checkFormType({
  'content-type': header = '',
  'content-encoding': coding = 'identity',
}: IncomingHttpHeaders): void {
  if (!/^multipart\/form-data\s*;/i.test(header))
    throw new EngineError('unsupported-media-type', 'content-type: must be multipart/form-data.', {
      param: 'content-type',
    });
  if (coding !== 'identity')
    throw new EngineError(
      'unsupported-media-type',
      'content-encoding: is not supported for a form; send the form uncompressed.',
      {
        param: 'content-encoding',
      },
    );
}
