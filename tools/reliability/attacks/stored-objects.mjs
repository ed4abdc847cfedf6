// What an attack stores before it reads: objects of 31 MB.

/** A body with it is just below the limit of 32 MiB. */
export const longText = 'The quick brown fox jumps over the lazy dog. '.repeat(690_000);

/** @param {import('./attacker.mjs').Attacker} attacker */
export async function createConversation(attacker) {
  const { id } = await attacker.need({ path: '/v1/conversations', body: {} });
  return id;
}

/** The id of a new item with this text. */
export async function addItem(attacker, conversation, text = longText) {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  const { data } = await attacker.need({ path: `/v1/conversations/${conversation}/items`, body: { items: [item] } });
  return data[0].id;
}

/** A new conversation with one item of 31 MB. */
export async function longConversation(attacker) {
  const conversation = await createConversation(attacker);
  return { conversation, item: await addItem(attacker, conversation) };
}

/** The form of an upload. @param {Buffer} content */
export function uploadOf(content) {
  const boundary = 'boundary-of-the-upload';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`;
  return {
    path: '/v1/files',
    content: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
