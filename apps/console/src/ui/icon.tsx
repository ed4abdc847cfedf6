/** Names of the icons. */
export type IconName = keyof typeof paths;

/** Lines on a grid of 20. */
const paths = {
  chat: 'M4 4.5h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H9l-3.5 3v-3H4a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1Z',
  models: 'M10 2.5 17 6.2 10 10 3 6.2 10 2.5ZM3 10l7 3.8L17 10M3 13.8l7 3.7 7-3.7',
  connect: 'm7 6-4 4 4 4m6-8 4 4-4 4',
  copy: 'M7 7V4.5a1 1 0 0 1 1-1h7.5a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H13M4.5 7H12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H4.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z',
  check: 'm4 10.5 4 4 8-9',
  send: 'M10 16V4.5M5 9.5l5-5 5 5',
  stop: 'M6 6h8v8H6Z',
  download: 'M10 3.5V12M6 8.5l4 4 4-4M4 16.5h12',
  plus: 'M10 4v12M4 10h12',
  options: 'M3 6h8m4 0h2M3 14h2m4 0h8M11 3.8v4.4M5 11.8v4.4',
} as const;

/** A decorative icon; its control has a text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
