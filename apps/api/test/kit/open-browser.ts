// A headless Chromium of this machine, and pages in it that record what they must not do.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that tests use; undefined where none is installed. */
export const chromiumPath: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

/** It runs as root in containers, without a network of its own. */
const options = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser. */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  if (chromiumPath === undefined) throw new Error('Chromium is not installed.');
  return chromium.launch({ executablePath: chromiumPath, args: options });
}

/** A page, and what it has done so far. */
export interface ObservedPage {
  readonly page: Page;
  /** Errors and warnings of the console, without those of error responses. */
  readonly messages: readonly string[];
  /** URLs of other origins that it requested. */
  readonly foreignRequests: readonly string[];
  /** Violations of its Content-Security-Policy. */
  violations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const recordViolations = `
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    globalThis.violations.push(violatedDirective + ' ' + blockedURI));
`;

/** Opens a page of the service at `origin`, without cookies or storage of others. */
export async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  settings: BrowserContextOptions = {},
): Promise<ObservedPage> {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const messages: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    const isOfResponse = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isOfResponse) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) foreignRequests.push(request.url());
  });
  await page.addInitScript(recordViolations);
  // The library of the reference has megabytes, which a busy machine compiles in half a minute.
  await page.goto(`${origin}${path}`, { timeout: 80_000 });
  return {
    page,
    messages,
    foreignRequests,
    violations: () => page.evaluate<string[]>('globalThis.violations'),
    close: () => context.close(),
  };
}
