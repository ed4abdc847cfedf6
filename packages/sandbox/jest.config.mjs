export { default } from '../../tools/jest.preset.mjs';
