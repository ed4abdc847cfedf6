import { makeSqlitePlace } from '../sqlite/sqlite-place.js';
import { describeConversationLines } from './conversation-line-laws.js';

describeConversationLines('SQLite', makeSqlitePlace);
