// docs/reference/settings.md lists all settings: its tables are compared with what the service reads.
import { readFileSync } from 'node:fs';
import { environmentNames } from '#src/config/environment.js';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import { TracingSettings } from '#src/config/settings/tracing-settings.js';
import { ServiceFile } from '#src/config/service-file.js';

interface Row {
  readonly name: string;
  readonly byDefault: string;
}

const page = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');

/** Returns the cells of the rows in the table whose head starts with `head`. */
function cellsOf(head: string): string[][] {
  const [, table = ''] = page.split(`\n${head}`);
  const [body = ''] = table.split('\n\n');
  return body
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ').map((cell) => cell.replace(/^\| ?/, '').trim()));
}

/** The settings of service.yaml as the page lists them. */
function documented(): Row[] {
  let section = '';
  return cellsOf('| section | key |').map(([named = '', key = '', byDefault = '']) => {
    section = named === '' ? section : plain(named);
    return { name: `${section}.${plain(key)}`, byDefault };
  });
}

/** The settings as the classes define them. `models` is a list with pages of its own. */
function settings(): Row[] {
  const { models: _, ...sections } = {
    ...new ServiceFile(),
    metrics: new MetricsSettings(),
    tracing: new TracingSettings(),
  };
  return Object.entries(sections).flatMap(([section, keys]) =>
    Object.entries<unknown>({ ...keys }).map(([key, value]) => ({
      name: `${section}.${key}`,
      byDefault: shown(value),
    })),
  );
}

function plain(cell: string): string {
  return cell.replaceAll('`', '');
}

/** Formats a default as the page writes it; '' for a default in words. */
function shown(value: unknown): string {
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { useGrouping: 'min2' }).replace(/^(\d)(\d{3})$/, '$1$2');
  return typeof value === 'string' || typeof value === 'boolean' ? `\`${value}\`` : '';
}

describe('the configuration page', () => {
  it('lists every setting of service.yaml and no other', () => {
    expect(
      documented()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      settings()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  // The page describes the port of an absent section in words.
  it.each(settings().filter(({ name, byDefault }) => byDefault !== '' && name !== 'metrics.port'))(
    'has the default of $name',
    ({ name, byDefault }) => {
      expect(documented().find((row) => row.name === name)?.byDefault).toBe(byDefault);
    },
  );

  it('lists every variable of the environment that the service reads', () => {
    const variables = cellsOf('| variable |').flatMap(([cell = '']) => plain(cell).split(', '));
    expect(variables.filter((name) => !name.startsWith('HF_')).toSorted()).toEqual([...environmentNames].toSorted());
  });
});
