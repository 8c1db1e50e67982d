// Every row of the conversation tables, in their order. `mode` says how a steady workload is called; (f) always runs
// its turns on a fresh conversation.

const own = (module, mode) => ({ module, mode, isOwn: true });
const peer = (module) => ({ module, mode: 'warm', isOwn: false });

const ROWS = [
  own('floor-join', 'warm'),
  own('floor-copy', 'warm'),
  own('ctx-assembler', 'cold'),
  own('ctx-assembler', 'warm'),
  own('ctx-manager', 'cold'),
  own('ctx-manager', 'warm'),
  own('ctx-chunks-copied', 'cold'),
  own('ctx-chunks-copied', 'warm'),
  own('ctx-chunks', 'warm'),
];

/** The rows for one workload: `{ id, name, form, mode, module, isOwn, … }`. */
export async function subjectsFor(workload, { withPeers, subjects }) {
  const rows = [];
  for (const { module, mode, isOwn } of ROWS) {
    if (!isOwn && !withPeers) continue;
    if (subjects !== undefined && !subjects.includes(module)) continue;
    const url = new URL(`./${module}.mjs`, import.meta.url);
    const { about } = await import(url);
    if (workload === 'f' && (mode === 'cold' || about.steadyOnly)) continue;
    rows.push({ ...about, id: module, module: url.href, mode: workload === 'f' ? 'turns' : mode, isOwn });
  }
  return rows;
}
