import { makeSqliteLocation } from '../sqlite/sqlite-location.js';
import { describeJobRunner } from './describe-job-runner.js';

describeJobRunner('SQLite', makeSqliteLocation);
