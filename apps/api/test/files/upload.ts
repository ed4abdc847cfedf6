// Uploads by hand, for what no client sends.
import type { TestService } from '../kit/start-service.js';

/** A form with a file and fields, in this order. */
export function formOf(
  content: string | Uint8Array,
  filename: string,
  fields: Readonly<Record<string, string>> = {},
  type = '',
): FormData {
  const form = new FormData();
  form.append('file', new File([content as Uint8Array<ArrayBuffer>], filename, { type }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

export function upload(
  { url, responsesHeaders }: TestService,
  form: FormData,
  headers: Readonly<Record<string, string>> = {},
  path = '/v1/files',
): Promise<Response> {
  return fetch(`${url}${path}`, { method: 'POST', headers: { ...responsesHeaders, ...headers }, body: form });
}

export async function uploadedId(
  service: TestService,
  content: string | Uint8Array,
  filename: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (
    (await (await upload(service, formOf(content, filename, { purpose: 'user_data' }), headers)).json()) as {
      id: string;
    }
  ).id;
}
