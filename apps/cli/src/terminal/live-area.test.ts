import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSmallScreen } from '../__fixtures__/small-screen.ts';
import { createLiveArea } from './live-area.ts';

function areaOn(columns: () => number = () => 80) {
  const screen = createSmallScreen();
  return { screen, area: createLiveArea({ write: screen.write, columns }) };
}

describe('the area at the bottom', () => {
  it('stays below the printed text', () => {
    const { screen, area } = areaOn();
    area.show({ rows: ['status', '> ab'], cursor: { row: 1, column: 3 } });
    area.write('one\ntwo\n');
    area.show({ rows: ['status', '> abc'], cursor: { row: 1, column: 4 } });
    expect(screen.lines()).toEqual(['one', 'two', 'status', '> abc']);
    expect(screen.cursor()).toEqual({ row: 3, column: 4 });
  });

  it('holds back a line until it is complete', () => {
    const { screen, area } = areaOn();
    area.show({ rows: ['>'] });
    area.write('half');
    area.show({ rows: ['> x'] });
    expect(screen.lines()).toEqual(['> x']);
    area.write(' a line\n');
    area.show({ rows: ['> x'] });
    expect(screen.lines()).toEqual(['half a line', '> x']);
  });

  it('leaves only the printed text when it is hidden', () => {
    const { screen, area } = areaOn();
    area.show({ rows: ['a', 'b', 'c'] });
    area.write('one\nno end');
    area.hide();
    expect(screen.lines()).toEqual(['one', 'no end']);
  });

  it('removes rows that a narrower screen has wrapped', () => {
    let columns = 80;
    const { screen, area } = areaOn(() => columns);
    area.show({ rows: ['x'.repeat(50), '>'], cursor: { row: 1, column: 1 } });
    // Like a terminal does: the first row now takes two rows, and the cursor is a row lower.
    screen.write('\n');
    columns = 30;
    area.show({ rows: ['x'.repeat(20), '>'], cursor: { row: 1, column: 1 } });
    expect(screen.lines()).toEqual(['x'.repeat(20), '>']);
  });

  it('always shows exactly the printed text and the newest rows', () => {
    const rows = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 5 }), {
      minLength: 1,
      maxLength: 6,
    });
    const step = fc.record({ text: fc.constantFrom('', 'x\n', 'y\nz\n'), rows, at: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const { screen, area } = areaOn();
        let above = '';
        for (const { text, rows: shown, at } of steps) {
          above += text;
          area.write(text);
          area.show({ rows: shown, cursor: { row: Math.min(at, shown.length - 1), column: 0 } });
          const wanted = `${above}${shown.join('\n')}`.split('\n').map((line) => line.trimEnd());
          expect(screen.lines()).toEqual(wanted.join('\n').trimEnd().split('\n'));
        }
      }),
    );
  });
});
