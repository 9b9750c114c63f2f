/** Paths that differ from `base` or are new, also deleted ones. */
export async function changedFiles(base: string): Promise<string[]> {
  const since = (await git('merge-base', 'HEAD', base)) || base;
  const lists = await Promise.all([
    git('diff', '--name-only', '--no-renames', since),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...new Set(lists.flatMap((list) => list.split('\n')).filter(Boolean))].sort();
}

/** The branch that a change is meant for; on that branch only what is not committed. */
export async function usualBase(): Promise<string> {
  const branch = await git('branch', '--show-current');
  for (const base of ['main', 'origin/main'])
    if (base !== branch && (await git('rev-parse', '--verify', '--quiet', base))) return base;
  return 'HEAD';
}

async function git(...args: string[]): Promise<string> {
  const child = Bun.spawn(['git', ...args], { stdout: 'pipe', stderr: 'ignore' });
  const [text] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return text.trim();
}
