import { claudeFailures } from './scenarios/claude-failures.mjs';
import { claudeSessions } from './scenarios/claude-sessions.mjs';
import { claudeWork } from './scenarios/claude-work.mjs';
import { codexFailures } from './scenarios/codex-failures.mjs';
import { codexKnownModels } from './scenarios/codex-known-models.mjs';
import { codexWork } from './scenarios/codex-work.mjs';
import { copilotWork } from './scenarios/copilot.mjs';
import { opencodeWork } from './scenarios/opencode.mjs';
import { pythonMessages } from './scenarios/python-messages.mjs';
import { pythonResponses } from './scenarios/python-responses.mjs';

/** All scenarios by client, in the order in which they are played. */
export const scenarios = {
  codex: [...codexWork, ...codexKnownModels, ...codexFailures],
  claude: [...claudeWork, ...claudeSessions, ...claudeFailures],
  copilot: copilotWork,
  opencode: opencodeWork,
  python: [...pythonResponses, ...pythonMessages],
};
