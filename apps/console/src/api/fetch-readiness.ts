/** What `/health/ready` reports; `unreachable` without a response. */
export type Readiness = 'ready' | 'degraded' | 'draining' | 'not_ready' | 'unreachable';

/** Reads the public report of the service. Never rejects. */
export async function fetchReadiness(): Promise<Readiness> {
  try {
    const response = await fetch('/health/ready', { credentials: 'omit', cache: 'no-store' });
    return readReadiness(await response.json());
  } catch {
    return 'unreachable';
  }
}

/** Reads a readiness report. A service with some models without an available backend is degraded. */
export function readReadiness(report: unknown): Readiness {
  if (typeof report !== 'object' || report === null || !('status' in report)) return 'unreachable';
  if (report.status === 'draining' || report.status === 'not_ready') return report.status;
  return 'models' in report && report.models === 'degraded' ? 'degraded' : 'ready';
}
