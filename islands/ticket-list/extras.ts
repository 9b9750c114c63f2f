/** What few use at first, in one chunk: each more would split what it shares with the list. */
export { BulkBar } from './bulk-bar.tsx';
export { RowMenu } from './row-menu.tsx';
export { SearchBar } from './search-bar.tsx';
