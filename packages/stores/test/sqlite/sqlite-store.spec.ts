import { describeStoreContract } from '@org/engine/testing';
import { makeSqliteLocation } from './sqlite-location.js';

describeStoreContract('SQLite', makeSqliteLocation);
