/** One file: the name of each lazily loaded file is listed in the first script of every page. */
export { KeyHelp } from '../keys/key-help.tsx';
export { CommandPanel } from './command-panel.tsx';
