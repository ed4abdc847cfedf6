import { claudeFailures } from './scenarios/claude-failures.mjs';
import { claudeFetch } from './scenarios/claude-fetch.mjs';
import { claudePictures } from './scenarios/claude-pictures.mjs';
import { claudeRecovery } from './scenarios/claude-recovery.mjs';
import { claudeSearch } from './scenarios/claude-search.mjs';
import { claudeSessions } from './scenarios/claude-sessions.mjs';
import { claudeWork } from './scenarios/claude-work.mjs';
import { codexFailures } from './scenarios/codex-failures.mjs';
import { codexKnownModels } from './scenarios/codex-known-models.mjs';
import { codexRecovery } from './scenarios/codex-recovery.mjs';
import { codexSearch } from './scenarios/codex-search.mjs';
import { codexSilence } from './scenarios/codex-silence.mjs';
import { codexWork } from './scenarios/codex-work.mjs';
import { copilotWork } from './scenarios/copilot.mjs';
import { nodeSdkErrors } from './scenarios/node-sdks.mjs';
import { nodeFallback } from './scenarios/node-fallback.mjs';
import { nodeHostedTools } from './scenarios/node-hosted-tools.mjs';
import { nodeImperfect } from './scenarios/node-imperfect.mjs';
import { nodeKeepAlives } from './scenarios/node-keep-alives.mjs';
import { opencodeWork } from './scenarios/opencode.mjs';
import { pythonErrors } from './scenarios/python-errors.mjs';
import { pythonHostedTools } from './scenarios/python-hosted-tools.mjs';
import { pythonKeepAlives } from './scenarios/python-keep-alives.mjs';
import { pythonMessages } from './scenarios/python-messages.mjs';
import { pythonResponses } from './scenarios/python-responses.mjs';

/** All scenarios by client, in the order in which they are played. */
export const scenarios = {
  codex: [...codexWork, ...codexKnownModels, ...codexFailures, ...codexRecovery, ...codexSilence, ...codexSearch],
  claude: [
    ...claudeWork,
    ...claudeSearch,
    ...claudeFetch,
    ...claudeSessions,
    ...claudeFailures,
    ...claudeRecovery,
    ...claudePictures,
  ],
  copilot: copilotWork,
  opencode: opencodeWork,
  node: [...nodeSdkErrors, ...nodeKeepAlives, ...nodeFallback, ...nodeImperfect, ...nodeHostedTools],
  python: [...pythonResponses, ...pythonMessages, ...pythonErrors, ...pythonKeepAlives, ...pythonHostedTools],
};
