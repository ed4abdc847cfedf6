import { type CodeSettings, defaultCodeSettings } from '@org/hosted-tools';
import type { HostedToolSettings } from '../config/settings/tool-settings.js';

/** The limits of `tools.code`, with the defaults of those that the operator does not set. */
export function codeSettingsOf({ code }: HostedToolSettings): CodeSettings {
  if (code === undefined) return defaultCodeSettings;
  const {
    isolation: _isolation,
    executors: _executors,
    python: _python,
    docker: _docker,
    wheels: _wheels,
    enabled: _enabled,
    ...limits
  } = code;
  return { ...defaultCodeSettings, ...limits };
}
