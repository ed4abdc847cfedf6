import type { HostedFunction, WebSearchRequest } from '@org/engine';

const pageUrl = { type: 'string', description: 'The complete URL, as a result or the user wrote it' } as const;

/** What the model may call. */
export function searchFunctions({ opensPages, location, domains }: WebSearchRequest): readonly HostedFunction[] {
  const nearby = [location?.city, location?.region, location?.country].filter((part) => part !== undefined).join(', ');
  const notes = [
    nearby === '' ? '' : ` The user is near ${nearby}.`,
    location?.timezone === undefined ? '' : ` The time zone of the user is ${location.timezone}.`,
    domains?.allowed === undefined ? '' : ` It finds only pages of: ${domains.allowed.join(', ')}.`,
  ];
  const search: HostedFunction = {
    name: 'web_search',
    description: `Searches the web and returns numbered results with title, URL and text.${notes.join('')}`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words to search for, at most 400 characters' } },
      required: ['query'],
      additionalProperties: false,
    },
  };
  return opensPages === true ? [search, openPage, findInPage] : [search];
}

const openPage: HostedFunction = {
  name: 'open_page',
  description: 'Opens a page that a search found, or that the user named, and returns its text.',
  inputSchema: { type: 'object', properties: { url: pageUrl }, required: ['url'], additionalProperties: false },
};

const findInPage: HostedFunction = {
  name: 'find_in_page',
  description: 'Opens a page and returns the passages that contain a text.',
  inputSchema: {
    type: 'object',
    properties: { url: pageUrl, pattern: { type: 'string', description: 'The text to look for' } },
    required: ['url', 'pattern'],
    additionalProperties: false,
  },
};
