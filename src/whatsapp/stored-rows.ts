/** For whoever changes the keys of a stopped desk; no library comes along. */
export { journalName, makeCipher } from './baileys/cipher.ts';
