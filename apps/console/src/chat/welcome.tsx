import { linkTo } from '../router.js';
import { KeyForm } from '../shell/key-form.js';

/** What this is, and the box for a key. */
export function Welcome() {
  return (
    <div class="page welcome">
      <h1>One service, two dialects, any model</h1>
      <p class="lead">
        This service serves <code>POST /v1/messages</code> and <code>POST /v1/responses</code> over local and upstream
        models. Anthropic and OpenAI SDKs, Claude Code and Codex use it unmodified.
      </p>
      <KeyForm />
      <ul class="cards">
        <li>
          <a href={linkTo('connect')}>
            <strong>Connect a client</strong>
            <span>Settings for Claude Code, Codex, the SDKs and curl.</span>
          </a>
        </li>
        <li>
          <a href="/docs">
            <strong>API reference</strong>
            <span>Each endpoint with its fields, errors and examples.</span>
          </a>
        </li>
      </ul>
    </div>
  );
}
