import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@org/dialects/dialect';
import { messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import { isTerminal, ModelRegistry, ResultCollector, type Store, systemClock, type TurnRecord } from '@org/engine';
import { openSqliteStore } from '@org/stores';
import { createOwnerSigners } from '#src/signing/owner-signers.js';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { pino } from 'pino';
import { BackgroundJobs } from '#src/background/background-jobs.js';
import { BackgroundResponses } from '#src/background/background-responses.js';
import { ResponseJobs } from '#src/background/response-jobs.js';
import { BatchJobs } from '#src/batches/batch-jobs.js';
import { Batches } from '#src/batches/batches.js';
import { loadConfig } from '#src/config/load-config.js';
import { RevokedKeyMonitor } from '#src/keys/revoked-key-monitor.js';
import { KeyLimits } from '#src/limits/key-limits.js';
import { MemoryBudget } from '#src/limits/memory-budget.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { UpstreamPolicies } from '#src/upstream-policy/upstream-policies.js';
import { Outcomes } from '#src/request-context/outcomes.js';
import { RequestContext } from '#src/request-context/request-context.js';
import { createConversationLocks } from '#src/turn/create-conversation-locks.js';
import { Turns } from '#src/turn/turns.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';

const owner = 'ada';

let folder: string;
let store: Store;
let background: BackgroundResponses;
let batches: Batches;
let jobs: BackgroundJobs;
let turns: Turns;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turns-test-'));
  store = await openSqliteStore({ path: join(folder, 'x.db') });
  const [ids, clock, log] = [createRandomIdSource(), systemClock, pino({ level: 'silent' })];
  const config = loadConfig({}, folder);
  const registry = new ModelRegistry([{ pattern: 'm', languageModel: scriptedModel(...textResponse('Hello.')) }]);
  const reasoningSigners = createOwnerSigners(Buffer.alloc(32, 1));
  const outcomes = new Outcomes(log);
  const conversations = createConversationLocks({ store, reasoningSigners, config });
  const memoryBudget = new MemoryBudget({ config, outcomes });
  const storageQuotas = { admit: async () => undefined, quotaOf: () => undefined };
  turns = new Turns({
    config,
    registry,
    store,
    reasoningSigners,
    ids,
    clock,
    conversations,
    memoryBudget,
    findPolicy: () => undefined,
    upstreamPolicies: new UpstreamPolicies(),
    storageQuotas,
  });
  const parts = { config, registry, store, ids, clock, turns, storageQuotas };
  const limits = new KeyLimits({ config, clock, outcomes });
  background = new BackgroundResponses(parts);
  batches = new Batches(parts);
  jobs = new BackgroundJobs({
    config,
    store,
    log,
    responses: new ResponseJobs({ ...parts, conversations, limits, memoryBudget }),
    batches: new BatchJobs({ ...parts, outcomes, limits, memoryBudget }),
    keys: new RevokedKeyMonitor({ config, store, log, open: new ActiveRequests() }),
    memoryBudget,
  });
});
afterEach(async () => {
  await jobs.stop();
  await store.close();
  await rm(folder, { recursive: true });
});

async function respond<Request, Response extends object, Event extends { type: string }>(
  dialect: Dialect<Request, Response, Event>,
  body: object,
): Promise<{ readonly id: string; readonly response: Response; readonly requestContext: RequestContext }> {
  const requestContext = new RequestContext({ requestId: 'req_1', dialect: dialect.id });
  const { id, encoder, run } = await turns.prepare(dialect, body, owner, requestContext);
  const collector = new ResultCollector();
  for await (const event of run()) collector.push(event);
  return { id, response: encoder.response(collector.result()), requestContext };
}

async function ended(id: string): Promise<TurnRecord> {
  await eventually(async () => isTerminal((await store.getTurn(owner, id))?.status ?? 'queued'));
  const turn = await store.getTurn(owner, id);
  if (turn === undefined) throw new Error('the turn is missing');
  return turn;
}

describe('Turns that are built without NestJS', () => {
  it('respond to a request of the messages dialect and fill its log', async () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const { response, requestContext } = await respond(messagesDialect, { model: 'm', max_tokens: 9, messages });
    expect(response).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'Hello.' }] });
    expect(requestContext.log).toMatchObject({ model: 'm', pattern: 'm', warnings: [], usage: expect.anything() });
    expect(requestContext.idempotentWrite).toBeUndefined();
  });

  it('respond to a request of the responses dialect, store it and continue it', async () => {
    const { id, response } = await respond(responsesDialect, { model: 'm', input: 'Hi' });
    expect(response).toMatchObject({ id, status: 'completed', output: [{ content: [{ text: 'Hello.' }] }] });
    expect(await store.getTurn(owner, id)).toMatchObject({ status: 'completed' });
    const next = await respond(responsesDialect, { model: 'm', input: 'And?', previous_response_id: id });
    expect(await store.getChain(owner, next.id)).toHaveLength(2);
  });

  it('run as a background response', async () => {
    const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'responses' });
    const { response } = await background.create({ model: 'm', input: 'Hi', background: true }, owner, requestContext);
    expect(response['status']).toBe('queued');
    await jobs.start();
    expect((await ended(response.id)).payload).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Hello.' }] }],
    });
  });

  it('run as the requests of a message batch', async () => {
    const params = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    const body = { requests: [{ custom_id: 'first', params }] };
    const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'messages' });
    const { id } = await batches.create(body, owner, requestContext, () => Promise.reject(new Error('not stored')));
    await jobs.start();
    await ended(id);
    let results = '';
    for await (const lines of await batches.results(owner, id)) results += lines;
    expect(JSON.parse(results)).toMatchObject({
      custom_id: 'first',
      result: { type: 'succeeded', message: { content: [{ text: 'Hello.' }] } },
    });
  });
});
