import type { PageName } from '../router.js';
import type { IconName } from '../ui/icon.js';

/** Pages that belong together, under a heading where there is one. */
export interface NavigationGroup {
  readonly heading: string | undefined;
  readonly pages: readonly { readonly page: PageName; readonly label: string; readonly icon: IconName }[];
}

/** The navigation. Pages for operators will form a group of their own. */
export const navigation: readonly NavigationGroup[] = [
  {
    heading: undefined,
    pages: [
      { page: 'chat', label: 'Chat', icon: 'chat' },
      { page: 'models', label: 'Models', icon: 'models' },
      { page: 'connect', label: 'Connect', icon: 'connect' },
    ],
  },
];

/** Descriptions of the API that the service itself serves. */
export const references: readonly { readonly href: string; readonly label: string }[] = [
  { href: '/docs', label: 'API reference' },
  { href: '/openapi.json', label: 'OpenAPI document' },
];
