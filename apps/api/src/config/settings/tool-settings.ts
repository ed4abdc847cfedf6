import { IsSection } from '../checks/is-section.js';
import { FileSearchSettings } from './file-search-settings.js';

/** `tools` in service.yaml: hosted tools that the service runs. */
export class ToolSettings {
  @IsSection(() => FileSearchSettings)
  fileSearch: FileSearchSettings = new FileSearchSettings();
}
