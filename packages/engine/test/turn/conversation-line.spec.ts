import { makeSqliteLocation } from '../sqlite/sqlite-place.js';
import { describeConversationLocks } from './conversation-line-laws.js';

describeConversationLocks('SQLite', makeSqliteLocation);
