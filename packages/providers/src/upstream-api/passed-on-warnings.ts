import type { Warning } from '@org/engine';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const headerName = 'x-service-warning';
/** Start of one of several warnings in a line: a proxy may join the values of a header. */
const warningStart = /, (?=(?:ignored|dropped|clamped|estimated) [^ ,]+: )/;
const form = /^(ignored|dropped|clamped|estimated) ([^ ,]+): (.+)$/;
/** Fields that are longer here than the client wrote them, because they also contain the earlier turns. */
const conversation = /^(?:messages|input)(?:\.|$)/;

/**
 * Forwards the warnings of an upstream that is another instance of this service. `sameDialect`: it received the
 * client's own request, so its field paths are the client's. Other paths are reported as those of the upstream
 * request. `clean` removes the upstream's secrets from a text; `undefined`: the warning has to be hidden.
 */
export function passedOnWarnings(
  headers: Headers,
  sameDialect: boolean,
  clean: (text: string) => string | undefined,
): readonly Warning[] {
  const headerValue = headers[headerName];
  if (headerValue === undefined) return [];
  return [headerValue]
    .flat()
    .flatMap((value) => value.split(warningStart))
    .flatMap((text) => readWarning(clean(text) ?? '', sameDialect));
}

function readWarning(text: string, sameDialect: boolean): readonly Warning[] {
  const [, kind, param = '', message = ''] = form.exec(text) ?? [];
  if (kind !== 'ignored' && kind !== 'dropped' && kind !== 'clamped' && kind !== 'estimated') return [];
  return [
    sameDialect && !conversation.test(param)
      ? { kind, param, message }
      : { kind, param: 'upstream', message: param === 'upstream' ? message : `${param}: ${message}` },
  ];
}
