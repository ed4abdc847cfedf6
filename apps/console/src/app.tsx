import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ChatPage } from './chat/chat-page.js';
import { ConnectPage } from './connect/connect-page.js';
import { ModelsPage } from './models/models-page.js';
import { pageOf, type PageName } from './router.js';
import { navigation } from './shell/navigation.js';
import { Sidebar } from './shell/sidebar.js';

const components: Readonly<Record<PageName, ComponentType>> = {
  chat: ChatPage,
  models: ModelsPage,
  connect: ConnectPage,
};

/** The frame of all pages: navigation, and the page that the address names. */
export function App() {
  const page = usePage();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // A screen reader continues at the new page. The first page leaves the focus to the browser.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    document.title = titleOf(page);
  }, [page]);
  const Page = components[page];
  return (
    <div class="app">
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Sidebar page={page} />
      <main id="main" ref={main} tabIndex={-1} class="main">
        <Page />
      </main>
    </div>
  );
}

/** The title of the window: the page, and the name of the service. */
function titleOf(page: PageName): string {
  const entry = navigation.flatMap(({ pages }) => pages).find((one) => one.page === page);
  return `${entry?.label ?? 'Console'} · Model Response Service`;
}

function usePage(): PageName {
  const [page, setPage] = useState(pageOf(location.hash));
  useEffect(() => {
    const follow = (): void => setPage(pageOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return page;
}
