export { errorText } from '../error-text.ts';
