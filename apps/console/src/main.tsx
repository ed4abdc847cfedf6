import { render } from 'preact';
import { App } from './app.js';
import { followLoadingModels } from './session.js';

followLoadingModels();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
