import type { Warning } from '@org/engine';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const headerName = 'x-service-warning';
/** Where one of several in a line begins: a proxy may join the values of a header. */
const warningStart = /, (?=(?:ignored|dropped|clamped) [^ ,]+: )/;
const form = /^(ignored|dropped|clamped) ([^ ,]+): (.+)$/;
/** Fields that are longer here than the client wrote them: they hold the earlier turns, too. */
const conversation = /^(?:messages|input)(?:\.|$)/;

/**
 * What an upstream that is another instance of this service did not honour. `sameDialect`: it was sent what the client said, so its fields are the
 * client's. Other paths are of what the upstream was sent, and are told as that.
 */
export function passedOnWarnings(headers: Headers, sameDialect: boolean): readonly Warning[] {
  const headerValue = headers[headerName];
  if (headerValue === undefined) return [];
  return [headerValue]
    .flat()
    .flatMap((value) => value.split(warningStart))
    .flatMap((text) => readWarning(text, sameDialect));
}

function readWarning(text: string, sameDialect: boolean): readonly Warning[] {
  const [, kind, param = '', message = ''] = form.exec(text) ?? [];
  if (kind !== 'ignored' && kind !== 'dropped' && kind !== 'clamped') return [];
  return [
    sameDialect && !conversation.test(param)
      ? { kind, param, message }
      : { kind, param: 'upstream', message: param === 'upstream' ? message : `${param}: ${message}` },
  ];
}
