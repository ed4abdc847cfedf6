// The SBOM and the audit of CI, with the real pnpm and a registry of the test on loopback.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../setup/install.mjs';
import { productionPackages } from '../supply-chain/production-packages.mjs';
import { readAudit } from '../supply-chain/read-audit.mjs';

const program = join(root, 'tools/supply-chain/main.mjs');
const vulnerability = (severity) => ({
  undici: [{ id: 1, url: 'https://example.com/1', title: 'A flaw', severity, vulnerable_versions: '<999.0.0' }],
});

let folder;
let server;
let advisories;
let hasAudit;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supply-chain-test-'));
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(hasAudit ? 200 : 405, { 'content-type': 'application/json' });
      response.end(JSON.stringify(advisories));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function check(...options) {
  const registry = `http://127.0.0.1:${server.address().port}/`;
  const child = spawn(
    process.execPath,
    [program, '--sbom', join(folder, 'sbom.json'), '--registry', registry, ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

describe('the check of the supply chain', () => {
  it('fails on a known vulnerability of high severity, and writes the SBOM of all production packages', async () => {
    [advisories, hasAudit] = [vulnerability('high'), true];
    const { code, output } = await check();
    expect(output).toContain('high: undici <999.0.0: A flaw (https://example.com/1)');
    expect(code).toBe(1);

    const sbom = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'));
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
    const named = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
    const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
    // pnpm adds an optional peer that the workspace has for its development, which a production installation has not.
    const ofDevelopment = /^(?:supports-color|has-flag)@/;
    const isOurs = (name) => name.startsWith('@org/');
    // The build copies their output into the service.
    const builtIn = [/^@scalar\/fastify-api-reference@\d/, /^preact@\d/];
    const isBuiltIn = (name) => builtIn.some((pattern) => pattern.test(name));
    expect(named.filter((name) => !isOurs(name) && !isBuiltIn(name) && !ofDevelopment.test(name)).toSorted()).toEqual(
      productionPackages(lock, 'apps/api'),
    );
    expect(named.filter(isBuiltIn)).toEqual(builtIn.map((pattern) => expect.stringMatching(pattern)));
    const others = sbom.components.filter(
      ({ group, name }) => !/^@(?:org|scalar)$/.test(group ?? '') && name !== 'preact',
    );
    const incomplete = others.filter(
      ({ licenses, externalReferences = [] }) =>
        licenses === undefined || !externalReferences.some(({ hashes }) => hashes !== undefined),
    );
    expect(incomplete.map(({ purl }) => purl)).toEqual([]);
  }, 120_000);

  it('succeeds without one, and when the registry has no audit; with --require-audit that fails', async () => {
    [advisories, hasAudit] = [vulnerability('moderate'), true];
    expect(await check()).toMatchObject({
      code: 0,
      output: expect.stringContaining('no known vulnerability of high or critical severity'),
    });
    hasAudit = false;
    expect(await check('--require-audit')).toMatchObject({ code: 1, output: expect.stringContaining('NOT MADE') });
  }, 120_000);
});

describe('the result of the audit', () => {
  it('is unavailable without a network, and when it takes too long', () => {
    expect(
      readAudit({
        status: 1,
        stdout: '',
        stderr: 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × tcp connect\n  │ error\n',
      }),
    ).toEqual({ outcome: 'unavailable', lines: ['Error: ERR_PNPM_AUDIT_BAD_RESPONSE tcp connect error'] });
    expect(readAudit({ status: null, stdout: '', stderr: '' }).outcome).toBe('unavailable');
  });

  it('fails where the program reports vulnerabilities in an unknown form', () => {
    expect(readAudit({ status: 1, stdout: '{"vulnerabilities":[{}]}', stderr: '' }).outcome).toBe('vulnerable');
  });
});
