// Requests that make the service store much.
import { attacksOf } from '../attack.mjs';
import { createConversation, uploadOf } from '../stored-objects.mjs';

const mediumText = 'The quick brown fox jumps over the lazy dog. '.repeat(490_000);
const message = (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const json = { 'content-type': 'application/json' };

/** One conversation of 22 MB after the other. Returns the bytes that the service accepted. */
async function fill(attacker, count) {
  const content = Buffer.from(JSON.stringify({ items: [message(mediumText)] }));
  let storedBytes = 0;
  await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      for (let n = at; n < count && !attacker.signal.aborted; n += 4) {
        const { status, text } = await attacker.send({ path: '/v1/conversations', body: {} });
        if (status !== 200) continue;
        const path = `/v1/conversations/${JSON.parse(text).id}/items`;
        const reply = await attacker.send({ path, content, headers: json });
        if (reply.status === 200) storedBytes += content.length;
      }
    }),
  );
  return storedBytes;
}

export const attacks = attacksOf('writing', [
  {
    name: 'large-conversations',
    claim: 'stores conversations of 22 MB without an end',
    needsDisk: true,
    run: (attacker) => fill(attacker, attacker.count(20)),
  },
  {
    name: 'quota-of-stored-bytes',
    claim: 'stores conversations of 22 MB with a key that may store 200 MB',
    attackerLimits: { name: 'attacker', storedBytes: 200_000_000 },
    async run(attacker) {
      const bytes = await fill(attacker, attacker.count(20));
      if (bytes > 200_000_000) attacker.fault(`the service stored ${Math.round(bytes / 1e6)} MB`);
    },
  },
  {
    name: 'large-conversations-limited',
    claim: 'stores conversations of 22 MB with a key of 2 requests a minute',
    attackerLimits: { name: 'attacker', requestsPerMinute: 2 },
    async run(attacker) {
      const bytes = await fill(attacker, attacker.count(20));
      if (bytes > 50_000_000) attacker.fault(`the service stored ${Math.round(bytes / 1e6)} MB`);
    },
  },
  {
    name: 'small-items',
    claim: 'adds pages of 20 small items to a conversation as fast as it can',
    prepare: createConversation,
    run: (attacker, conversation) => {
      const content = Buffer.from(JSON.stringify({ items: Array.from({ length: 20 }, () => message('a')) }));
      return attacker.repeat(attacker.count(4, 40), () =>
        attacker.send({ path: `/v1/conversations/${conversation}/items`, content, headers: json }),
      );
    },
  },
  {
    name: 'many-conversations',
    claim: 'creates conversations with metadata as fast as it can',
    run: (attacker) => {
      const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`key-${at}`, 'v'.repeat(500)]));
      return attacker.repeat(attacker.count(4, 40), () =>
        attacker.send({ path: '/v1/conversations', body: { metadata } }),
      );
    },
  },
  {
    name: 'large-stored-responses',
    claim: 'stores responses with inputs of 22 MB',
    needsDisk: true,
    run: (attacker) => {
      const content = Buffer.from(JSON.stringify({ model: 'fast', input: mediumText }));
      return attacker.flood(attacker.count(20), 20, () => ({ path: '/v1/responses', content }));
    },
  },
  {
    name: 'deleted-conversations',
    claim: 'creates and deletes conversations of 2,000 items',
    run: (attacker) => {
      const items = Array.from({ length: 20 }, () => message('a'.repeat(2_000)));
      return attacker.repeat(attacker.count(1, 10), async () => {
        const { status, text } = await attacker.send({ path: '/v1/conversations', body: {} });
        if (status !== 200) return;
        const path = `/v1/conversations/${JSON.parse(text).id}`;
        for (let n = 0; n < 100 && !attacker.signal.aborted; n++)
          await attacker.send({ path: `${path}/items`, body: { items } });
        await attacker.send({ method: 'DELETE', path });
      });
    },
  },
  {
    name: 'idempotency-keys',
    claim: 'sends bodies of 2 MB with a new idempotency key each',
    run: (attacker) => {
      const content = Buffer.from(JSON.stringify({ model: 'fast', input: 'a'.repeat(2_000_000), store: false }));
      return attacker.flood(attacker.count(100), 100, (at) => ({
        path: '/v1/responses',
        content,
        headers: { 'idempotency-key': `key-${at}` },
      }));
    },
  },
  {
    name: 'repeated-idempotency-key',
    claim: 'sends one idempotency key many times while its request runs',
    run: (attacker) =>
      attacker.flood(attacker.count(100), 1_000, () => ({
        path: '/v1/responses',
        body: { model: 'slow', input: 'Hello.' },
        headers: { 'idempotency-key': 'the-same-key' },
      })),
  },
  {
    name: 'uploads',
    claim: 'uploads files of 31 MB',
    needsDisk: true,
    run: (attacker) => {
      const upload = uploadOf(Buffer.alloc(31_000_000, 97));
      return attacker.flood(attacker.count(10), 20, () => upload);
    },
  },
  {
    name: 'form-with-many-parts',
    claim: 'uploads forms of 100,000 parts',
    run: (attacker) => {
      const { path, headers } = uploadOf(Buffer.alloc(0));
      const part = '--boundary-of-the-upload\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';
      const content = Buffer.from(`${part.repeat(100_000)}--boundary-of-the-upload--\r\n`);
      return attacker.flood(attacker.count(10), 20, () => ({ path, headers, content }));
    },
  },
  {
    name: 'form-with-long-headers',
    claim: 'uploads forms whose part has headers of 31 MB',
    run: (attacker) => {
      const { path, headers } = uploadOf(Buffer.alloc(0));
      const content = Buffer.from(
        `--boundary-of-the-upload\r\ncontent-disposition: form-data; name="file"; filename="${'f'.repeat(31_000_000)}`,
      );
      return attacker.flood(attacker.count(10), 20, () => ({ path, headers, content }));
    },
  },
]);
