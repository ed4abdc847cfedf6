import { readFileSync } from 'node:fs';
import type { GenerationRequest } from '@org/engine';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { startWorkerClients, type WorkerClients } from '../kit/worker-clients.js';
import { eventually } from '../kit/eventually.js';
import { postText } from '../kit/raw-request.js';
import { hangingModel, type ObservedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const body = { model: 'm', input: 'Hi', stream: true, store: false };

/** Counts how many runs had started when the first of them was aborted. */
function counting(inner: ObservedModel): ObservedModel & { startedAtAbort: number | undefined } {
  const languageModel = {
    ...inner,
    startedAtAbort: undefined as number | undefined,
    async *generate(request: GenerationRequest, context: Parameters<ObservedModel['generate']>[1]) {
      context.signal.addEventListener('abort', () => (languageModel.startedAtAbort ??= inner.started.length), {
        once: true,
      });
      yield* inner.generate(request, context);
    },
  };
  return languageModel;
}

/** Maximum length of this system's accept queue for a program; 0 where the system does not report it. */
function systemBacklog(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

let service: TestService;
let clients: WorkerClients;
afterEach(async () => {
  await clients.close();
  await service.close();
});

describe('when more requests arrive at once than are served at once', () => {
  it('a request whose client disconnects before it is processed reaches no model', async () => {
    const languageModel = hangingModel();
    service = await startTestService({ models: { m: languageModel } });
    clients = startWorkerClients(service.url, 40);
    const text = postText(service.url, '/v1/responses', service.responsesHeaders, body);
    clients.orderWhileBusy({ from: 0, to: 40, text, disconnect: true });
    await eventually(() => service.log.filter(({ msg }) => msg === 'request').length === 40);
    expect(languageModel.started).toHaveLength(0);
    expect(service.log.filter(({ clientAbort, status }) => clientAbort === true && status === 499)).toHaveLength(40);
    expect(service.app.get(ActiveRequests).count).toBe(0);
  });

  it('an abort does not wait for all earlier requests', async () => {
    const languageModel = counting(hangingModel());
    service = await startTestService({ models: { m: languageModel } });
    clients = startWorkerClients(service.url, 301);
    const text = postText(service.url, '/v1/responses', service.responsesHeaders, body);
    await clients.order({ from: 0, to: 1, text }, { from: 1, to: 301 });
    await eventually(() => languageModel.started.length === 1);
    clients.orderWhileBusy({ from: 1, to: 301, text }, { from: 0, to: 1, disconnect: true });
    await eventually(() => languageModel.startedAtAbort !== undefined);
    expect(languageModel.startedAtAbort).toBeLessThan(150);
    // The service completes all other requests.
    await eventually(() => languageModel.started.length === 301);
  });
});

// Some systems limit the backlog to fewer connections than a program requests.
(systemBacklog() < 1000 ? describe.skip : describe)('while the service is at work', () => {
  it('accepts hundreds of connections', async () => {
    service = await startTestService({ models: { m: hangingModel() } });
    clients = startWorkerClients(service.url, 900);
    clients.orderWhileBusy({ from: 0, to: 900 });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });
});
