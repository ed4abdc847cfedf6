// The metrics of a test service, as Prometheus reads them.
import { MetricsListener } from '#src/metrics/metrics-listener.js';
import type { TestService } from './start-service.js';

export function metricsUrl({ app }: TestService): string {
  return app.get(MetricsListener).url ?? '';
}

/** Returns the lines of all series. */
export async function scrapeMetrics(service: TestService): Promise<readonly string[]> {
  const response = await fetch(metricsUrl(service));
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the value of the one series of `name` with these labels. */
export function valueOf(
  series: readonly string[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const lines = series
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
  if (lines.length > 1) throw new Error(`${lines.length} series match: ${lines.join('; ')}`);
  return lines[0] === undefined ? undefined : Number(lines[0].slice(lines[0].lastIndexOf(' ')));
}
