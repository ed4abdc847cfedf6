// The console in a real browser, over a real service.
import type { LanguageModel } from '@org/engine';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { loadConfig } from '#src/config/load-config.js';
import { chromiumPath, openBrowser, openPage, type ObservedPage } from '../kit/open-browser.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** A page without an accessibility violation that fits its screen. */
const sound = { violations: [], scrollsSideways: false };
const markup = '<img src=x onerror="document.title = 1"><script>document.title = 2</script> [a](javascript:alert(3))';

/** Milliseconds of a test: a browser on two busy cores is slow. */
const timeoutMs = 90_000;

const isInstalled = chromiumPath !== undefined;

(isInstalled ? describe : describe.skip)(`the console${isInstalled ? '' : ' (skipped: no chromium)'}`, () => {
  let service: TestService;
  let browser: Browser;
  let opened: ObservedPage;
  const stuck = hangingModel(textResponse('Begun, and then').slice(0, -2));

  beforeAll(async () => {
    const [demo] = loadConfig({}, '.').models;
    if (demo === undefined) throw new Error('The defaults have a model.');
    const models: Readonly<Record<string, LanguageModel>> = {
      stuck,
      markup: scriptedModel(...textResponse(markup)),
    };
    service = await startTestService({
      models,
      config: { models: [demo, ...Object.keys(models).map((name) => ({ ...demo, name }))] },
    });
    browser = await openBrowser();
  }, timeoutMs);
  afterAll(async () => {
    await browser.close();
    await service.close();
  }, timeoutMs);

  async function open(path = '/', settings: BrowserContextOptions = desktop): Promise<Page> {
    opened = await openPage(browser, service.url, path, settings);
    return opened.page;
  }

  /** Throws when the page did what no page may do. */
  afterEach(async () => {
    const { messages, foreignRequests } = opened;
    const isReference = new URL(opened.page.url()).pathname.startsWith('/docs');
    // The library of the reference looks whether it may compile code, and does without.
    const violations = (await opened.violations()).filter((one) => one !== 'script-src eval' || !isReference);
    await opened.close();
    const faults = [...messages, ...foreignRequests, ...violations];
    if (faults.length > 0) throw new Error(`The page did what it may not do: ${faults.join('; ')}`);
  }, timeoutMs);

  async function enterKey(page: Page): Promise<void> {
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByLabel('Message', { exact: true }).waitFor();
  }

  async function send(page: Page, prompt: string): Promise<void> {
    await page.getByLabel('Message', { exact: true }).fill(prompt);
    await page.getByLabel('Message', { exact: true }).press('Enter');
  }

  const lastTurn = (page: Page) => page.getByRole('article').last();
  const types = (page: Page) => page.locator('.events .event-type').allTextContents();

  it(
    'opens at the root URL, and its key is in no storage, cookie or address',
    async () => {
      const page = await open();
      expect(await page.title()).toBe('Chat · Model Response Service');
      await enterKey(page);
      expect(
        await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie, location.href]'),
      ).toEqual([0, 0, '', `${service.url}/`]);
      await page.reload();
      await page.getByLabel('API key').waitFor();
      expect(await page.getByLabel('API key').inputValue()).toBe('');
    },
    timeoutMs,
  );

  it(
    'shows why a key is not accepted, with the request id',
    async () => {
      const page = await open();
      await page.getByLabel('API key').fill('wrong');
      await page.getByRole('button', { name: 'Use key' }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/not valid[\s\S]*401[\s\S]*authentication_error[\s\S]*req_/);
    },
    timeoutMs,
  );

  it(
    'chats with the demo model in both dialects with the keyboard alone',
    async () => {
      const page = await open();
      await page.getByLabel('API key').focus();
      await page.keyboard.type(service.key);
      await page.keyboard.press('Enter');
      await page.getByLabel('Message', { exact: true }).waitFor();
      await page.keyboard.type('Hello!');
      await page.keyboard.press('Enter');
      await lastTurn(page).getByText('end_turn').waitFor();
      expect(await types(page)).toEqual(
        expect.arrayContaining(['message_start', 'content_block_delta', 'message_stop']),
      );

      await tabTo(page, 'Messages');
      await page.keyboard.press('ArrowRight');
      await tabTo(page, 'Message');
      await page.keyboard.type('How are you?');
      await page.keyboard.press('Enter');
      await lastTurn(page).getByText('completed').waitFor();
      expect(await types(page)).toEqual(expect.arrayContaining(['response.created', 'response.completed']));
      expect((await lastTurn(page).locator('.prose').innerText()).length).toBeGreaterThan(3);

      // The events of the earlier turn, and the JSON of one.
      await page.getByRole('article').first().getByRole('button', { name: 'Events' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.events summary').first().focus();
      await page.keyboard.press('Enter');
      await page.getByText('"type": "message_start"').waitFor();
    },
    timeoutMs,
  );

  it(
    'continues a stored response, and shows the request',
    async () => {
      const page = await open();
      await enterKey(page);
      await page.getByRole('radio', { name: 'Responses' }).check();
      await send(page, 'Hello!');
      await lastTurn(page).getByText('completed').waitFor();
      await send(page, 'And now?');
      await page.getByRole('article').nth(1).getByText('completed').waitFor();
      await page.locator('.request summary').click();
      expect(await page.locator('.request pre').innerText()).toMatch(/"previous_response_id": "resp_/);
    },
    timeoutMs,
  );

  it(
    'shows reasoning and tool calls',
    async () => {
      const page = await open();
      await enterKey(page);
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByLabel('Reasoning effort').selectOption('low');
      const weather = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
      const tools = [{ name: 'get_weather', description: 'Returns the weather of a city.', input_schema: weather }];
      await page.getByLabel('More fields, as JSON').fill(JSON.stringify({ tools }));
      await send(page, 'What is the weather in Paris?');
      await lastTurn(page).getByText('tool_use').waitFor();
      expect(await lastTurn(page).locator('.reasoning').count()).toBe(1);
      expect(await lastTurn(page).locator('.tool-call').innerText()).toMatch(/get_weather[\s\S]*Paris/);
    },
    timeoutMs,
  );

  it.each(['Escape', 'Stop'])(
    'stops a turn with %s, and the model with it',
    async (control) => {
      const page = await open();
      await enterKey(page);
      await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('stuck');
      const before = stuck.abortedAt.length;
      await send(page, 'Go on forever.');
      await lastTurn(page).getByText('Begun').waitFor();
      if (control === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: 'Stop' }).click();
      await lastTurn(page).getByText('stopped by you').waitFor();
      await expect(page.getByRole('button', { name: 'Send' }).count()).resolves.toBe(1);
      while (stuck.abortedAt.length === before) await page.waitForTimeout(20);
    },
    timeoutMs,
  );

  it(
    'shows all of an error: message, type, param, request id and body',
    async () => {
      const page = await open();
      await enterKey(page);
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByLabel('More fields, as JSON').fill('{ "max_tokens": -1 }');
      await send(page, 'Hello!');
      const alert = lastTurn(page).getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/max_tokens[\s\S]*400[\s\S]*invalid_request_error[\s\S]*req_/);
      expect(await page.locator('.response-body').innerText()).toContain('"type": "invalid_request_error"');
    },
    timeoutMs,
  );

  it(
    'shows markup of a model as text',
    async () => {
      const page = await open();
      await enterKey(page);
      await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('markup');
      await send(page, markup);
      await lastTurn(page).getByText('end_turn').waitFor();
      expect(await lastTurn(page).locator('.prose').innerText()).toBe(markup);
      expect(await page.locator('#app').locator('img, script, a[href^=javascript]').count()).toBe(0);
      expect(await page.title()).toBe('Chat · Model Response Service');
    },
    timeoutMs,
  );

  it(
    'lists models with their states, and starts a chat with one',
    async () => {
      const page = await open('/#/models');
      await page.getByLabel('API key').fill(service.key);
      await page.keyboard.press('Enter');
      const row = page.getByRole('row', { name: /^demo/ });
      await row.waitFor();
      expect(await row.innerText()).toMatch(/Loaded|Loads on first request|Loading/);
      await page.getByRole('link', { name: 'Chat with markup' }).click();
      expect(await page.getByRole('combobox', { name: 'Model', exact: true }).inputValue()).toBe('markup');
    },
    timeoutMs,
  );

  it(
    'copies settings for clients that name this service',
    async () => {
      const page = await open('/#/connect');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`ANTHROPIC_BASE_URL=${service.url}`);
    },
    timeoutMs,
  );

  it(
    'forgets the key and the conversation',
    async () => {
      const page = await open();
      await enterKey(page);
      await send(page, 'Hello!');
      await lastTurn(page).getByText('end_turn').waitFor();
      await page.getByRole('button', { name: 'Forget' }).click();
      await enterKey(page);
      expect(await page.getByRole('article').count()).toBe(0);
    },
    timeoutMs,
  );

  it.each([
    ['desktop, light', { ...desktop, colorScheme: 'light' }],
    ['phone, dark', { ...phone, colorScheme: 'dark' }],
  ] as const)(
    'has no accessibility violation on any page, and never scrolls sideways: %s',
    async (name, settings) => {
      const page = await open('/', settings);
      await page.getByLabel('API key').waitFor();
      expect(await inspect(page)).toEqual(sound);
      await enterKey(page);
      await send(page, 'Hello!');
      await lastTurn(page).getByText('end_turn').waitFor();
      await page.getByRole('button', { name: 'Options' }).click();
      expect(await inspect(page)).toEqual(sound);
      if (name.startsWith('phone')) await page.getByRole('radio', { name: 'Events' }).check();
      await page.locator('.events summary').first().click();
      expect(await inspect(page)).toEqual(sound);
      for (const link of ['Models', 'Connect']) {
        await page.getByRole('link', { name: link, exact: true }).click();
        await page.getByRole('heading', { name: link, level: 1 }).waitFor();
        expect(await inspect(page)).toEqual(sound);
      }
    },
    2 * timeoutMs,
  );

  it(
    'has a reference with our title that runs under its policy',
    async () => {
      const page = await open('/docs');
      expect(await page.title()).toBe('API reference · Model Response Service');
      await page.getByRole('heading', { name: 'Model Response Service' }).waitFor({ timeout: timeoutMs - 5000 });
    },
    timeoutMs,
  );
});

/** Presses Tab until the control with this label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? ""');
    if (focused.trim() === label) return;
  }
  throw new Error(`Tab never reaches ${label}.`);
}

interface Layout {
  readonly violations: readonly unknown[];
  readonly scrollsSideways: boolean;
}

/** What axe finds on the page as it is, and whether the page is wider than the screen. */
async function inspect(page: Page): Promise<Layout> {
  await page.evaluate(axe.source);
  return page.evaluate<Layout>(`axe.run().then(({ violations }) => ({
    violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]),
    scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  }))`);
}
