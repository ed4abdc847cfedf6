/** A page of the console. A new one needs its name here, its entry in `shell/navigation.ts`, and its component in `app.tsx`. */
export type PageName = 'chat' | 'models' | 'connect';

const pages: ReadonlySet<string> = new Set<PageName>(['chat', 'models', 'connect']);

/**
 * The page that a fragment such as `#/models` names; the chat for an unknown one. Pages are fragments, so that the
 * service serves one document and no path of the API is taken.
 */
export function pageOf(fragment: string): PageName {
  const [, name = ''] = fragment.split('/');
  return isPage(name) ? name : 'chat';
}

/** The link to a page. */
export function linkTo(page: PageName): string {
  return `#/${page}`;
}

function isPage(name: string): name is PageName {
  return pages.has(name);
}
