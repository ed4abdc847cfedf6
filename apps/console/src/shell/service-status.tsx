import { useEffect, useState } from 'preact/hooks';
import { fetchReadiness, type Readiness } from '../api/fetch-readiness.js';

/** Milliseconds between two reads of the public report. */
const intervalMs = 30_000;

const labels: Readonly<Record<Readiness, string>> = {
  ready: 'Ready',
  degraded: 'Ready, some models unavailable',
  draining: 'Shutting down',
  not_ready: 'Not ready',
  unreachable: 'Not reachable',
};

const tones: Readonly<Record<Readiness, 'good' | 'warn' | 'bad'>> = {
  ready: 'good',
  degraded: 'warn',
  draining: 'warn',
  not_ready: 'bad',
  unreachable: 'bad',
};

/** Whether the service can take requests, from `/health/ready`. */
export function ServiceStatus() {
  const readiness = useReadiness();
  if (readiness === undefined) return null;
  return (
    <p class="service-status">
      <span class="dot" data-tone={tones[readiness]} />
      {labels[readiness]}
    </p>
  );
}

function useReadiness(): Readiness | undefined {
  const [readiness, setReadiness] = useState<Readiness>();
  useEffect(() => {
    const read = (): void => {
      if (!document.hidden) void fetchReadiness().then(setReadiness);
    };
    read();
    const timer = setInterval(read, intervalMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return readiness;
}
