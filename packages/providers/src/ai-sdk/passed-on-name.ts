import { EngineError } from '@org/engine';

const maxQuotedNameLength = 120;

/** What has a meaning of its own in a URL, or is taken out of one. */
const leadsElsewhere = /[\p{Cc}\\?#%]|(?:^|\/)\.{0,2}(?:\/|$)/u;

/**
 * A client's name of a model, as it may be passed on to a package. Packages write it into the path of their requests as it is, so one
 * that says more than a name would have the service ask for something else under its own key. Throws `unknown-model`.
 */
export function passedOnName(name: string): string {
  if (leadsElsewhere.test(name))
    throw new EngineError(
      'unknown-model',
      `The model ${JSON.stringify(name.slice(0, maxQuotedNameLength))} does not exist.`,
      { param: 'model' },
    );
  return name;
}
