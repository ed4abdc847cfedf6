import { applyDecorators } from './apply-decorators.js';
import { IsArray, ValidateBy } from 'class-validator';

/** Host names or addresses with an optional port; `*.` at the beginning matches all subdomains. */
export function ArePrivateHosts(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ValidateBy(
      { name: 'arePrivateHosts', validator: { validate: isPrivateHost } },
      {
        each: true,
        message: '$property must be hosts with an optional port, such as wiki.example.com or 10.0.0.5:8080',
      },
    ),
  );
}

/** The syntax that the page fetcher reads, which otherwise throws at its start without the name of the setting. */
function isPrivateHost(entry: unknown): boolean {
  if (typeof entry !== 'string') return false;
  const host = entry.startsWith('*.') ? entry.slice(2) : entry;
  return URL.canParse(`http://${host}/`) && !/[/@?#\s]/.test(host);
}
