import { mkdirSync } from 'node:fs';

const UNZIP =
  'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';

export function unzip(path: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const { exitCode, stderr } = Bun.spawnSync(['python3', '-c', UNZIP, path, into]);
  if (exitCode !== 0) throw new Error(`${path} is no zip: ${stderr}`);
}
