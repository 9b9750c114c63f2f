import { describe, expect, test } from 'bun:test';
import { isShipped, listSources } from './sources.ts';

const WRAPPED_CONTROLS: [what: string, pattern: RegExp, at: RegExp][] = [
  [
    'a file field',
    /type="file"/,
    /^views\/ui\/fields\/file-drop\.tsx$|^islands\/(composer\/files\/attach-button|office\/internal-chat\/chat-composer)\.tsx$/,
  ],
  ['the ✕ of a search', /type="search"/, /^views\/ui\/fields\/search-field\.tsx$/],
  ['a list below a field', /<datalist/, /^$/],
  ['arrows beside a number', /type="number"/, /^$/],
  ['a box for colours', /type="color"/, /^$/],
  ['what is wrong with a field', /\bfield-error\b/, /^views\/ui\/fields\/field\.tsx$/],
];

describe('native controls have one component each', () => {
  const sources = listSources('tsx', ['src', 'views', 'islands', 'demo']).filter(isShipped);
  for (const [what, pattern, allowed] of WRAPPED_CONTROLS) {
    test(what, () => {
      const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
      expect(found.filter((path) => !allowed.test(path))).toEqual([]);
      if (allowed.source !== '^$') expect(found).not.toEqual([]);
    });
  }

  test('the search field has its own clear button in every engine that shows one', () => {
    const [fields] = listSources('css', ['views']).filter(({ text }) =>
      /::-webkit-search-cancel-button \{\s*display: none/.test(text),
    );
    expect(fields?.path).toBeDefined();
  });
});
