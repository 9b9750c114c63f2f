/** Replaces one file in the test process, so that no file on the disk changes. */
import { plugin } from 'bun';

const { MUTATED_FILE, MUTANT = '' } = process.env;
plugin({
  name: 'mutant',
  setup({ onLoad }) {
    const escaped = (MUTATED_FILE ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    onLoad({ filter: new RegExp(`^${escaped}$`) }, ({ path }) => ({
      contents: MUTANT,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
});
