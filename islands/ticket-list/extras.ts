export type ListExtras = Pick<
  typeof import('./extras.ts'),
  'BulkBar' | 'ListMenus' | 'RowMenu' | 'SearchBar'
>;

/** One chunk on purpose: further chunks would split what it shares with the list. */
export { BulkBar } from './bulk-bar.tsx';
export { ListMenus } from './list-menus.tsx';
export { RowMenu } from './row-menu.tsx';
export { SearchBar } from './search-bar.tsx';
