import { makeSqlitePlace } from '../sqlite/sqlite-place.js';
import { describeConversationTurns } from './conversation-line-laws.js';

describeConversationTurns('SQLite', makeSqlitePlace);
