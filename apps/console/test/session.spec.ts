import { closeSession, followLoadingModels, openSession, refreshModels, session } from '#src/session.js';

afterEach(() => {
  jest.restoreAllMocks();
  closeSession();
});

/** Responds to each request with the next response, and to later ones with the last. */
function respond(...responses: readonly (() => Response)[]): jest.SpyInstance {
  let at = -1;
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    at += 1;
    const response = responses[Math.min(at, responses.length - 1)];
    if (response === undefined) throw new TypeError('Failed to fetch');
    return response();
  });
}

const models = (state: string) => (): Response => Response.json({ data: [{ id: 'm', state }] });
const failure = (status: number) => (): Response =>
  Response.json({ error: { type: 'authentication_error', message: 'The key is not valid.' } }, { status });

const states = (): readonly (string | undefined)[] => {
  const state = session.get();
  return state.kind === 'open' ? state.models.map((model) => model.state) : [];
};

describe('the session', () => {
  it('opens with a key that lists models, and sends the key in a header alone', async () => {
    const fetched = respond(models('loaded'));
    await openSession('secret');
    expect(session.get()).toMatchObject({ kind: 'open', key: 'secret' });
    const [[url, init]] = fetched.mock.calls as [[string, RequestInit]];
    expect([url, JSON.stringify(init.headers)]).toEqual(['/v1/models?limit=1000', expect.stringContaining('secret')]);
  });

  it('reports why a key is not accepted, and that the service is not reachable', async () => {
    respond(failure(401));
    await openSession('wrong');
    expect(session.get()).toMatchObject({ kind: 'no-key', failure: { status: 401, message: 'The key is not valid.' } });
    jest.restoreAllMocks();
    respond();
    await openSession('secret');
    expect(session.get()).toMatchObject({ kind: 'no-key', failure: { type: 'connection_error' } });
  });

  it('closes when its key is revoked, and survives any other failure', async () => {
    respond(models('loaded'), failure(500), failure(401));
    await openSession('secret');
    await refreshModels();
    expect(session.get().kind).toBe('open');
    await refreshModels();
    expect(session.get()).toMatchObject({ kind: 'no-key', failure: { status: 401 } });
  });

  it('follows a model until it has loaded', async () => {
    const fetched = respond(models('loading'), models('loading'), models('loaded'));
    const stop = followLoadingModels(1);
    await openSession('secret');
    for (let waited = 0; waited < 500 && states()[0] !== 'loaded'; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 2));
    stop();
    expect([states(), fetched.mock.calls.length]).toEqual([['loaded'], 3]);
  });
});
