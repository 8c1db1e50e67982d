import type { Receipt } from '@ctx/contract';
import type { TurnEndEvent } from '@ctx/team';
import stringWidth from 'string-width';
import { padToColumns } from '../render/fold-line.ts';
import { formatBytes, formatCount } from '../render/format-amounts.ts';
import type { MemberStyles } from '../render/member-styles.ts';
import { sectionBar } from '../render/section-bar.ts';
import type { Colors } from '../terminal/terminal.ts';

const WIDEST_BAR = 40;
const NARROWEST_BAR = 12;

/** One line per turn: the member, the size and sections of its prompt, and how much of the conversation was in it. */
export function receiptTable(
  turns: readonly TurnEndEvent[],
  styles: MemberStyles,
  colors: Colors,
  columns: number,
): string[] {
  const rows = turns.flatMap((turn, index) => {
    const { receipt, member } = turn;
    if (receipt?.context === undefined) return [];
    const { kept, offered } = receipt.context;
    return [
      {
        receipt,
        number: String(index + 1),
        name: styles.paint(member, styles.name(member)),
        bytes: formatBytes(receipt.usedBytes),
        saw: styleOf(receipt, colors)(describeSeen(receipt, kept, offered)),
      },
    ];
  });
  const width = (field: 'number' | 'name' | 'bytes' | 'saw') =>
    Math.max(0, ...rows.map((row) => stringWidth(row[field])));
  const fixed = 2 + width('number') + 2 + width('name') + 2 + width('bytes') + 2 + 2 + width('saw') + 1;
  const barColumns = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, columns - fixed));
  const biggest = Math.max(...rows.map(({ receipt }) => receipt.usedBytes));
  const lengthOf = ({ usedBytes }: Receipt) => Math.round((usedBytes / biggest) * barColumns);
  return rows.map((row) =>
    [
      `  ${padToColumns(row.number, width('number'))}`,
      padToColumns(row.name, width('name')),
      ' '.repeat(width('bytes') - stringWidth(row.bytes)) + row.bytes,
      padToColumns(sectionBar(row.receipt, lengthOf(row.receipt), colors), barColumns),
      row.saw,
    ].join('  '),
  );
}

// Yellow if messages were left out, green for a delta.
function styleOf({ context, memory }: Receipt, colors: Colors): (text: string) => string {
  if (context !== undefined && context.dropped > 0) return colors.yellow;
  return memory?.mode === 'delta' ? colors.green : colors.dim;
}

function describeSeen({ maxBytes, memory }: Receipt, kept: number, offered: number): string {
  if (memory?.mode === 'delta') return `new text only (${formatBytes(memory.fullBytes)} in full)`;
  if (offered === 0) return 'nothing earlier';
  const messages = formatCount(offered, 'earlier message');
  return kept === offered ? messages : `${kept} of ${messages} fit ${formatBytes(maxBytes)}`;
}
