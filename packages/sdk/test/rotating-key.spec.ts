// A rotating key: the program passes a function instead of a string.
import { ModelResponseClient, ResponsesConnection, type ClientOptions } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const connect = (apiKey: ClientOptions['apiKey'], more: Partial<ClientOptions> = {}): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey, ...more });
const keys = (): unknown[] => server.requests.map(({ headers }) => headers.authorization);

function counting(): () => Promise<string> {
  let asked = 0;
  return async () => Promise.resolve(`token-${(asked += 1)}`);
}

describe('a key that a function gives', () => {
  it('is asked for each time that a request is sent, also when it is sent again', async () => {
    server = await listen((response, attempt) =>
      sendJson(response, attempt === 0 ? 503 : 200, { data: [] }, { 'retry-after-ms': '1' }),
    );
    const client = connect(counting());
    await client.models.list();
    await client.models.list();
    expect(keys()).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3']);
  });

  it('may be there at once', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    await connect(() => 'now').models.list();
    expect(keys()).toEqual(['Bearer now']);
  });

  it('is overridden by an authorization header, as any key', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    await connect(() => 'now', { headers: { Authorization: 'Basic x' } }).models.list();
    expect(keys()).toEqual(['Basic x']);
  });

  it('rejects with the error of the function and sends nothing', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    const failure = new Error('The login has run out.');
    await expect(connect(async () => Promise.reject(failure)).models.list()).rejects.toBe(failure);
    await expect(
      connect(() => {
        throw failure;
      }).models.list(),
    ).rejects.toBe(failure);
    expect(server.requests).toHaveLength(0);
  });

  it('must be valid in a header', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    await expect(connect(() => '').models.list()).rejects.toThrow(
      new TypeError('apiKey must be a non-empty string, but is empty.'),
    );
    await expect(connect(() => 'sec\nret').models.list()).rejects.toThrow(
      new TypeError('apiKey contains a character that an HTTP header cannot contain.'),
    );
    expect(server.requests).toHaveLength(0);
  });

  it('is waited for no longer than the signal lets it', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    const never = (): Promise<string> => new Promise(() => undefined);
    await expect(connect(never).models.list({ signal: AbortSignal.timeout(10) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('is asked for when a WebSocket is opened', async () => {
    server = await listen((response) => sendJson(response, 200, { data: [] }));
    const offered: string[][] = [];
    const connection = new ResponsesConnection({
      baseUrl: server.url,
      apiKey: counting(),
      maxRetries: 0,
      webSocket: (_, { protocols, headers }) => {
        offered.push([...protocols, String(headers['authorization'])]);
        throw new TypeError('none here');
      },
    });
    await expect(connection.create({ model: 'm', input: 'hi' })).rejects.toThrow('none here');
    expect(offered).toEqual([['responses', 'openai-insecure-api-key.token-1', 'Bearer token-1']]);
    connection.close();
  });
});
