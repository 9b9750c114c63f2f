import { expect, test } from 'bun:test';
import { cleanSvg } from './clean-svg.logic.ts';

test.each([
  '<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>',
  '<style>&#60;/style>&#60;script>alert(1)&#60;/script></style>',
  '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
])('removes scripts from a style that closes itself: %s', async (style) => {
  const clean = await cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${style}<path d="M0 0"/></svg>`);
  expect(clean).toContain('<path');
  expect(clean).not.toMatch(/script|alert/);
});

test('preserves a style that contains only rules', async () => {
  const clean = await cleanSvg('<svg><style>.a{fill:red}</style><path class="a" d="M0 0"/></svg>');
  expect(clean).toContain('.a{fill:red}');
});
