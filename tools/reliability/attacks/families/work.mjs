// Work that continues after the request: background responses and batches.
import { attacksOf } from '../attack.mjs';

const version = { 'anthropic-version': '2023-06-01' };
const params = (model) => ({ model, max_tokens: 8, messages: [{ role: 'user', content: 'a' }] });

/** The body of a batch of small requests. */
const batchOf = (count, model) =>
  Buffer.from(
    JSON.stringify({
      requests: Array.from({ length: count }, (_, at) => ({ custom_id: `r${at}`, params: params(model) })),
    }),
  );

export const attacks = attacksOf('work', [
  {
    name: 'background-flood',
    claim: 'starts background responses as fast as it can',
    run: (attacker) =>
      attacker.repeat(attacker.count(8, 80), () =>
        attacker.send({ path: '/v1/responses', body: { model: 'slow', input: 'Hello.', background: true } }),
      ),
  },
  {
    name: 'large-background-inputs',
    claim: 'starts background responses with inputs of 8 MB',
    needsDisk: true,
    run: (attacker) => {
      const content = Buffer.from(JSON.stringify({ model: 'slow', input: 'a'.repeat(8_000_000), background: true }));
      return attacker.flood(attacker.count(30), 30, () => ({ path: '/v1/responses', content }));
    },
  },
  {
    name: 'long-background-outputs',
    claim: 'starts background responses of 64 MB each',
    run: (attacker) =>
      attacker.flood(attacker.count(16), 160, () => ({
        path: '/v1/responses',
        body: { model: 'long', input: 'Go.', background: true },
      })),
  },
  {
    name: 'cancelled-background',
    claim: 'starts and cancels background responses as fast as it can',
    run: (attacker) =>
      attacker.repeat(attacker.count(4, 40), async () => {
        const { status, text } = await attacker.send({
          path: '/v1/responses',
          body: { model: 'slow', input: 'Hello.', background: true },
        });
        if (status === 200)
          await attacker.send({ method: 'POST', path: `/v1/responses/${JSON.parse(text).id}/cancel` });
      }),
  },
  {
    name: 'long-batches',
    claim: 'creates batches of 50,000 requests',
    run: (attacker) => {
      const content = batchOf(50_000, 'fast');
      return attacker.flood(attacker.count(4), 8, () => ({ path: '/v1/messages/batches', content, headers: version }));
    },
  },
  {
    name: 'accepted-batches',
    claim: 'creates batches of 15,000 requests, which are as long as the service accepts',
    run: (attacker) => {
      const content = batchOf(15_000, 'fast');
      return attacker.flood(attacker.count(4), 8, () => ({ path: '/v1/messages/batches', content, headers: version }));
    },
  },
  {
    name: 'batch-results',
    claim: 'reads the results of a batch of 2,000 requests again and again',
    prepare: async (attacker) => {
      const { id } = await attacker.need({
        path: '/v1/messages/batches',
        content: batchOf(2_000, 'fast'),
        headers: version,
      });
      for (let n = 0; n < 200; n++) {
        const batch = await attacker.need({ path: `/v1/messages/batches/${id}`, headers: version });
        if (batch.processing_status === 'ended') return id;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error('the batch did not end');
    },
    run: (attacker, id) =>
      attacker.repeat(attacker.count(4, 40), () =>
        attacker.send({ path: `/v1/messages/batches/${id}/results`, headers: version }),
      ),
  },
  {
    name: 'slow-upstream-flood',
    claim: 'sends requests to a slow upstream, all at once',
    run: (attacker) =>
      attacker.flood(attacker.count(300, 4_000), 4_000, () => ({
        path: '/v1/responses',
        body: { model: 'slow', input: 'Hello.', store: false },
      })),
  },
  {
    name: 'turns-of-one-conversation',
    claim: 'sends requests to one conversation, all at once',
    prepare: (attacker) => attacker.need({ path: '/v1/conversations', body: {} }),
    run: (attacker, { id }) =>
      attacker.flood(attacker.count(100, 1_000), 1_000, () => ({
        path: '/v1/responses',
        body: { model: 'slow', input: 'Hello.', conversation: id },
      })),
  },
]);
