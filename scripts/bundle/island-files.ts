import type { BuildMetafile } from 'bun';
import type { Manifest } from '../../views/assets.ts';

const SOURCES: Record<keyof NonNullable<Manifest['islands']>, string> = {
  boot: 'islands/boot.tsx',
  workspace: 'islands/workspace/workspace-islands.ts',
  office: 'islands/office/office-islands.ts',
};

/** Addresses of the files that an island needs besides the entry script, with all that they import. */
export function islandFiles({ outputs }: BuildMetafile): NonNullable<Manifest['islands']> {
  const entry = outputNamed(outputs, 'islands/client.ts');
  const filesOf = (source: string) => {
    const found = new Set<string>([entry]);
    const add = (path: string) => {
      if (found.has(path)) return;
      found.add(path);
      for (const { path: next, kind } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') add(next);
    };
    add(outputNamed(outputs, source));
    return [...found].filter((path) => path !== entry).map((path) => path.replace(/^\.\//, '/build/'));
  };
  return {
    boot: filesOf(SOURCES.boot),
    workspace: filesOf(SOURCES.workspace),
    office: filesOf(SOURCES.office),
  };
}

function outputNamed(outputs: BuildMetafile['outputs'], source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`${source} has no file of its own`);
  return found[0];
}
