import { headersOf, type ApiRequest } from '../api/request.js';

/** The shell command that sends `request`. It names the variable API_KEY, never a key. */
export function createCurl(request: ApiRequest, origin: string): string {
  const lines = [
    `curl -N ${quoted(origin + request.path)}`,
    `-H "authorization: Bearer $API_KEY"`,
    ...Object.entries(headersOf(request)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body === undefined ? [] : [`-d ${quoted(JSON.stringify(request.body))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Within single quotes a shell replaces nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
