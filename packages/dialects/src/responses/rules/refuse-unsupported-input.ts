import { EngineError, type Message, type OpaquePart, type Part } from '@org/engine';

/** An input of which nothing reaches the model, as when its only item has a misspelt type, would be answered as if nothing had been asked. */
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
