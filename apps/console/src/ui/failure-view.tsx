import type { Failure } from '../api/failure.js';

/** An error with everything that its sender reported. */
export function FailureView({ failure }: { readonly failure: Failure }) {
  const facts = [
    ['status', failure.status?.toString()],
    ['type', failure.type],
    ['code', failure.code],
    ['param', failure.param],
    ['request id', failure.requestId],
    ['retry after', failure.retryAfter === undefined ? undefined : `${failure.retryAfter} s`],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  return (
    <div class="failure" role="alert">
      <p>{failure.message}</p>
      {facts.length > 0 && (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
