import { makeSqliteLocation } from '../sqlite/sqlite-place.js';
import { describeJobRunner } from './job-runner-laws.js';

describeJobRunner('SQLite', makeSqliteLocation);
