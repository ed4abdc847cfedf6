import { EngineError, type Message, type OpaquePart, type Part } from '@org/engine';

/**
 * Rejects an input of which nothing reaches the model, for example when its only item has a misspelled type. The
 * model would respond as if to an empty request.
 */
export function refuseUnsupportedInput(input: readonly Message[]): void {
  const [first] = input[0]?.parts ?? [];
  if (
    first === undefined ||
    !isUnsupported(first) ||
    !input.every(({ parts, settings }) => settings === undefined && parts.every(isUnsupported))
  )
    return;
  throw new EngineError(
    'unsupported',
    `Unsupported value: the service cannot send any item of 'input', such as '${first.apiType}', to the model. Add a supported item.`,
    { param: 'input' },
  );
}

function isUnsupported(part: Part): part is OpaquePart {
  return (
    part.type === 'opaque' && part.text === undefined && part.toolChanges === undefined && part.serverTool === undefined
  );
}
