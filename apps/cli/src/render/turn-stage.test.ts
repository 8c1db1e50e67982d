import { describe, expect, it } from 'vitest';
import { createTurnStage } from './turn-stage.ts';

function createStage() {
  const printed: string[] = [];
  const stage = createTurnStage({
    header: (turn, isContinued) => printed.push(`${turn}${isContinued ? ' continues' : ''}:`),
    print: (lines) => {
      for (const line of lines) printed.push(line);
    },
  });
  return { stage, printed };
}

describe('turns that run at the same time', () => {
  it('are printed live, or as a whole when they end', () => {
    const { stage, printed } = createStage();
    stage.say('a', ['a1']);
    stage.say('b', ['b1']);
    stage.say('a', ['a2']);
    stage.say('b', ['b2']);
    stage.end('b');
    stage.say('a', ['', 'a3']);
    stage.end('a');
    expect(printed).toEqual(['a:', 'a1', 'a2', 'b:', 'b1', 'b2', 'a continues:', 'a3']);
  });

  it('let the next one be printed live when the first ends', () => {
    const { stage, printed } = createStage();
    stage.say('a', ['a1']);
    stage.say('b', ['b1']);
    stage.say('c', ['c1']);
    stage.end('a');
    stage.say('b', ['b2']);
    stage.end('b');
    expect(printed).toEqual(['a:', 'a1', 'b:', 'b1', 'b2', 'c:', 'c1']);
    expect(stage.current()).toBe('c');
  });

  it('may say more lines at once than a function takes arguments', () => {
    const { stage, printed } = createStage();
    stage.say('a', ['a1']);
    stage.say(
      'b',
      Array.from({ length: 200_000 }, () => 'b'),
    );
    stage.end('a');
    expect(printed).toHaveLength(200_003);
  });

  it('get a header again after something else was printed', () => {
    const { stage, printed } = createStage();
    stage.say('a', ['a1']);
    stage.interrupt();
    stage.say('a', ['a2']);
    expect(printed).toEqual(['a:', 'a1', 'a continues:', 'a2']);
  });
});
