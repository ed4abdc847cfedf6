// Models and hosted tools in the console, in a real browser over a real service.
import type { LanguageModel, ModelInfo } from '@org/engine';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { loadConfig } from '#src/config/load-config.js';
import { callingModel } from '../kit/calling-model.js';
import { chromiumPath, openBrowser, openPage, type ObservedPage } from '../kit/open-browser.js';
import { foundFile, foundPage, scriptedTools } from '../kit/scripted-tools.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
};

/** Milliseconds of a test: a browser on two busy cores is slow. */
const timeoutMs = 90_000;
const isInstalled = chromiumPath !== undefined;

(isInstalled ? describe : describe.skip)(`the console${isInstalled ? '' : ' (skipped: no chromium)'}`, () => {
  let service: TestService;
  let browser: Browser;
  let opened: ObservedPage;

  beforeAll(async () => {
    const [demo] = loadConfig({}, '.').models;
    if (demo === undefined) throw new Error('The defaults have a model.');
    const models: Readonly<Record<string, LanguageModel>> = {
      calls: callingModel(),
      loads: withInfo(hangingModel(), { state: 'loading' }),
      vectors: withInfo(scriptedModel(...textResponse('')), { task: 'embedding' }),
    };
    service = await startTestService({
      models,
      hostedTools: scriptedTools(),
      config: { models: Object.keys(models).map((name) => ({ ...demo, name })) },
    });
    browser = await openBrowser();
  }, timeoutMs);
  afterAll(async () => {
    await browser.close();
    await service.close();
  }, timeoutMs);

  /** Opens the chat with the key. */
  async function open(settings: BrowserContextOptions = desktop): Promise<Page> {
    opened = await openPage(browser, service.url, '/', settings);
    const { page } = opened;
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByLabel('Message', { exact: true }).waitFor();
    return page;
  }

  /** Throws when the page did what no page may do. */
  afterEach(async () => {
    const { messages, foreignRequests } = opened;
    const faults = [...messages, ...foreignRequests, ...(await opened.violations())];
    await opened.close();
    if (faults.length > 0) throw new Error(`The page did what it may not do: ${faults.join('; ')}`);
  }, timeoutMs);

  async function send(page: Page, prompt: string): Promise<void> {
    await page.getByLabel('Message', { exact: true }).fill(prompt);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  /** Sends a prompt with one tool, and waits for the end of the turn. */
  async function call(page: Page, dialect: 'Messages' | 'Responses', tool: object, prompt: string): Promise<void> {
    await page.getByRole('radio', { name: dialect }).check();
    await page.getByLabel('More fields, as JSON').fill(JSON.stringify({ tools: [tool] }));
    const turns = await page.getByRole('article').count();
    await send(page, prompt);
    const turn = page.getByRole('article').nth(turns);
    await turn.locator('.turn-foot').waitFor();
    expect(await turn.getByRole('alert').allInnerTexts()).toEqual([]);
  }

  const lastTurn = (page: Page) => page.getByRole('article').last();

  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])(
    'shows what hosted tools did, accessibly and within the screen: %s',
    async (name, settings) => {
      const page = await open(settings);
      await page.getByRole('button', { name: 'Options' }).click();
      const search = { type: 'web_search_20250305', name: 'web_search' };
      await call(page, 'Messages', search, 'call web_search {"query":"oak"}');
      expect(await lastTurn(page).innerText()).toMatch(/Web search\s+oak[\s\S]*Search results[\s\S]*1 source/);
      const link = lastTurn(page).getByRole('link', { name: foundPage.title }).last();
      expect(await link.getAttribute('href')).toBe(foundPage.url);

      await call(page, 'Responses', { type: 'web_search' }, 'call web_search {"query":"oak"}');
      expect(await lastTurn(page).innerText()).toMatch(/Web search\s+oak[\s\S]*1 source/);

      const files = { type: 'file_search', vector_store_ids: ['vs_1'] };
      await call(page, 'Responses', files, 'call file_search {"query":"doors"}');
      expect(await lastTurn(page).innerText()).toMatch(/File search\s+doors/);
      expect(await lastTurn(page).innerText()).toContain(foundFile.filename);

      const code = { type: 'code_interpreter', container: { type: 'auto' } };
      await call(page, 'Responses', code, 'call python {"code":"print(6 * 7)"}');
      expect(await lastTurn(page).locator('.hosted-tool').innerText()).toMatch(/Code[\s\S]*print\(6 \* 7\)[\s\S]*42/);
      expect(await lastTurn(page).getByRole('button', { name: 'plot.png' }).count()).toBe(1);

      await page.getByRole('button', { name: 'Options' }).click();
      const closed = page.locator('.hosted-tool:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      await page.evaluate(axe.source);
      expect(
        await page.evaluate(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, nodes[0].html]))`),
      ).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      const folder = process.env['CONSOLE_SCREENSHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/tools-${name}.png` });
    },
    timeoutMs,
  );

  it(
    'turns tools off with a switch',
    async () => {
      const page = await open();
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('combobox', { name: 'Tools', exact: true }).selectOption('off');
      await call(page, 'Responses', { type: 'web_search' }, 'call web_search {"query":"oak"}');
      await page.locator('.request summary').click();
      expect(await page.locator('.request pre').innerText()).toContain('"tool_choice": "none"');
    },
    timeoutMs,
  );

  it(
    'offers no embedding model for a chat, and lists it with its task',
    async () => {
      const page = await open();
      expect(await page.locator('.model-picker option').allTextContents()).toEqual([
        expect.stringContaining('calls'),
        expect.stringContaining('loads'),
      ]);
      await page.getByRole('link', { name: 'Models', exact: true }).click();
      expect(await page.getByRole('row', { name: /^vectors/ }).innerText()).toMatch(/embedding/);
      expect(await page.getByRole('link', { name: 'Chat with vectors' }).count()).toBe(0);
    },
    timeoutMs,
  );

  it(
    'reports that the model of a turn is loading',
    async () => {
      const page = await open();
      await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('loads');
      await send(page, 'Hello!');
      await lastTurn(page).getByText('Loading the model into memory').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await lastTurn(page).getByText('stopped by you').waitFor();
      expect(await lastTurn(page).getByText('Loading the model into memory').count()).toBe(0);
    },
    timeoutMs,
  );
});

/** The model with other facts in the list of models. */
function withInfo(model: LanguageModel, facts: Partial<ModelInfo>): LanguageModel {
  return { ...model, modelInfo: async () => ({ ...(await model.modelInfo()), ...facts }) };
}
