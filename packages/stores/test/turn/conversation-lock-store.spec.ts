import { makeSqliteLocation } from '../sqlite/sqlite-location.js';
import { describeConversationLocks } from './describe-conversation-locks.js';

describeConversationLocks('SQLite', makeSqliteLocation);
