import { startOver } from '../chat/conversation.js';
import { closeSession, session } from '../session.js';
import { linkTo, type PageName } from '../router.js';
import { useStore } from '../store.js';
import { Icon } from '../ui/icon.js';
import { Logo } from '../ui/logo.js';
import { navigation, references } from './navigation.js';
import { ServiceStatus } from './service-status.js';

/** Name of the service, pages, references, and the state of the service and of the key. */
export function Sidebar({ page }: { readonly page: PageName }) {
  return (
    <header class="sidebar">
      <a class="brand" href={linkTo('chat')}>
        <Logo />
        <span>Model Response Service</span>
      </a>
      <nav aria-label="Pages" class="nav">
        {navigation.map(({ heading, pages }) => (
          <div class="nav-group" key={heading ?? ''}>
            {heading !== undefined && <h2>{heading}</h2>}
            {pages.map(({ page: name, label, icon }) => (
              <a key={name} href={linkTo(name)} aria-current={name === page ? 'page' : undefined}>
                <Icon name={icon} />
                {label}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <nav aria-label="References" class="nav references">
        {references.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <div class="sidebar-foot">
        <ServiceStatus />
        <KeyStatus />
      </div>
    </header>
  );
}

function KeyStatus() {
  const state = useStore(session);
  if (state.kind !== 'open') return null;
  return (
    <div class="key-status">
      <span>
        Key <code>…{state.key.slice(-4)}</code>
      </span>
      <button
        type="button"
        class="link"
        onClick={() => {
          startOver();
          closeSession();
        }}
      >
        Forget
      </button>
    </div>
  );
}
