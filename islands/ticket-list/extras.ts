/** One chunk on purpose: further chunks would split what it shares with the list. */
export { BulkBar } from './bulk-bar.tsx';
export { ListFilters, WaitingOrder } from './list-choices.tsx';
export { RowMenu } from './row-menu.tsx';
export { SearchBar } from './search-bar.tsx';
