import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { sectionBar } from './section-bar.ts';

const plain = picocolors.createColors(false);
const receipt = (sections: Record<string, number>) => ({
  maxBytes: 1,
  usedBytes: 1,
  remainingBytes: 0,
  sections: Object.entries(sections).map(([name, bytes]) => ({ name, bytes })),
});

describe('a bar of sections', () => {
  it('gives each section its share', () => {
    expect(sectionBar(receipt({ instructions: 25, task: 25, context: 50 }), 8, plain)).toBe('▓▓▒▒████');
  });

  it('shows even a very small section', () => {
    expect(sectionBar(receipt({ instructions: 1, message: 9_999 }), 10, plain)).toBe('▓▄▄▄▄▄▄▄▄▄');
  });

  it('has the given length, for unknown sections too', () => {
    expect(sectionBar(receipt({ mine: 33, yours: 33, message: 34 }), 20, plain)).toHaveLength(20);
  });

  it('is empty for a receipt without sections', () => {
    expect(sectionBar(receipt({}), 10, plain)).toBe('');
  });
});
