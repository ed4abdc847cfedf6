import { failureOfResponse, failureOfThrown } from './failure.js';
import { send } from './request.js';

/**
 * Downloads a file of the service. A link cannot send a key, so the page reads the file and saves it. Returns what went
 * wrong, and never rejects.
 */
export async function downloadFile(
  { name, path }: { readonly name: string; readonly path: string },
  key: string,
): Promise<string | undefined> {
  try {
    const response = await send({ method: 'GET', path, headers: {} }, key);
    if (!response.ok) return failureOfResponse(response, await response.text()).message;
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement('a'), { href: url, download: name });
    link.click();
    // The browser reads the data after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return undefined;
  } catch (thrown) {
    return failureOfThrown(thrown, undefined).message;
  }
}
