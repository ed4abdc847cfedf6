// What an attacker stores before its attack, through the public API.

/** A body with it is just below the limit of 32 MiB. */
export const longText = 'The quick brown fox jumps over the lazy dog. '.repeat(690_000);

/** @returns the status and body of a response; a failed connection has status 0 */
export async function post({ url, key, signal }, path, content) {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
      signal,
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: 0, body: {} };
  }
}

export async function createConversation(target) {
  return (await required(post(target, '/v1/conversations', {}))).id;
}

/** The id of a new item of 31 MB. */
export async function addLongItem(target, conversation) {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: longText }] };
  return (await required(post(target, `/v1/conversations/${conversation}/items`, { items: [item] }))).data[0].id;
}

async function required(pending) {
  const { status, body } = await pending;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}
