import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { addressText } from './address-text.ts';

const team = parseTeam(`name: crew
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: bob, displayName: Bob, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: claude }
  - { id: max, displayName: Max, type: ai, agentType: codex }
  - { id: mia, displayName: Mary Ann, type: ai, agentType: gemini }
  - { id: md-2, name: doc_writer, type: ai, agentType: claude }
  - { id: zoe, displayName: 佐伊, type: ai, agentType: claude }
`);

/** The ids that get the line, or `refused: ` and the reason. A line that names nobody is for Sarah by default. */
function whoGets(typed: string, shown: readonly string[] = ['sarah']): string {
  try {
    return addressText(typed, { team, self: 'alice', shown }).to.join(' ');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

const EVERYBODY = 'sarah max mia md-2 zoe';

describe('who gets a line', () => {
  it.each([
    // One.
    ['@max hi', 'max'],
    ['@max explain [NEXT: name]', 'max'],
    ['@max, hi', 'max'],
    ['@max: hi', 'max'],
    ['@max', 'max'],
    ['@MAX hi', 'max'],
    ['  @max hi', 'max'],
    ['@max\nhi', 'max'],
    ['@max! stop', 'max'],
    ['@max? really', 'max'],
    ['@max.', 'max'],
    ['＠max hi', 'max'],
    ['@max，hi', 'max'],
    ['@佐伊 你好', 'zoe'],
    ['@佐伊：你好', 'zoe'],
    // By name or display name, ignoring case, blanks, - and _.
    ['@docwriter hi', 'md-2'],
    ['@Doc-Writer hi', 'md-2'],
    ['@md_2 hi', 'md-2'],
    ['@MaryAnn hi', 'mia'],
    ['@Mary Ann hi', 'mia'],
    ['@mary ann: hi', 'mia'],
    // Several.
    ['@sarah @max hi', 'sarah max'],
    ['@sarah, @max hi', 'sarah max'],
    ['@sarah,@max hi', 'sarah max'],
    ['@sarah@max hi', 'sarah max'],
    ['@max @sarah', 'max sarah'],
    ['@max @max hi', 'max'],
    ['@sarah, max: look', 'sarah max'],
    ['@sarah, max, mia: look', 'sarah max mia'],
    ['@sarah, Mary Ann: look', 'sarah mia'],
    ['@sarah,max', 'sarah max'],
    ['@sarah,max\nlook', 'sarah max'],
    ['@sarah, max, look', 'sarah max'],
    ['@sarah, @max, mia: look', 'sarah max mia'],
    // A name without @ that is part of the sentence.
    ['@sarah, max is wrong', 'sarah'],
    ['@sarah max is wrong', 'sarah'],
    ['@sarah: max, look', 'sarah'],
    ['@sarah: @max is wrong', 'sarah'],
    ['@sarah, note: look', 'sarah'],
    ['@sarah look at @max', 'sarah'],
    ['@sarah\n@Override\npublic void run()', 'sarah'],
    // Everybody.
    ['@all hi', EVERYBODY],
    ['@ALL: hi', EVERYBODY],
    ['@all', EVERYBODY],
    ['@max @all hi', 'max sarah mia md-2 zoe'],
    // Another person.
    ['@bob hi', 'bob'],
    ['@alice @max hi', 'max'],
    // A line that names nobody is for the addressee shown.
    ['hi', 'sarah'],
    ['No, stop', 'sarah'],
    ['max, hi', 'sarah'],
    ['max: hi', 'sarah'],
    ['mail me at alice@max.example', 'sarah'],
    ['look at @max', 'sarah'],
    ['"@max hi"', 'sarah'],
    ['\\@max hi', 'sarah'],
    ['\\@Override is missing', 'sarah'],
    ['', 'sarah'],
    // Markers.
    ['hi [NEXT: max]', 'max'],
    ['hi [NEXT: max, mia]', 'max mia'],
    ['@max hi [NEXT: max]', 'max'],
    ['`[NEXT: max]` is how', 'sarah'],
    ['hi [NEXT: nobody, max]', 'max'],
    ['hi [NEXT: nobody, alice]', 'sarah'],
    ['hi [DROP: nobody]', 'sarah'],
  ])('%j: %s', (typed, to) => expect(whoGets(typed)).toBe(to));

  it.each([
    ['@nobody hi', 'Nobody in the team is called "nobody". Use one of: @sarah, @max, @mia, @md-2, @zoe, @all.'],
    ['@sara hi', 'Nobody in the team is called "sara". Did you mean @sarah?'],
    ['@md hello', 'Nobody in the team is called "md".'],
    ['@mxa: hi', 'Nobody in the team is called "mxa". Did you mean @max?'],
    ['@sarah @nobody hi', 'Nobody in the team is called "nobody".'],
    ['@sarah, @mas: hi', 'Nobody in the team is called "mas". Did you mean @max?'],
    ['@sarah @Override is missing', 'Nobody in the team is called "Override".'],
    ['@max@example.com hi', 'Nobody in the team is called "example.com".'],
    ['@ sarah hi', 'There is no name after the @.'],
    ['@', 'There is no name after the @.'],
    ['@@ -1,3 +1,4 @@', 'There is no name after the @.'],
    ['@Mary hi', 'Nobody in the team is called "Mary".'],
    ['@everyone hi', 'Nobody in the team is called "everyone".'],
    ['@alice hi', 'That is you.'],
    ['hi [NEXT: maxx]', 'Nobody in the team is called "maxx". Did you mean @max?'],
    ['hi [NEXT: nobody]', 'Nobody in the team is called "nobody". Use one of: @sarah, @max, '],
    ['@max hi [NEXT: mia]', 'It starts with @ for Max, but its [NEXT: …] calls Mary Ann.'],
  ])('%j is refused: %s', (typed, why) => expect(whoGets(typed)).toContain(`refused: ${why}`));

  it('must be named in the line while no addressee is shown', () => {
    expect(whoGets('No, stop', [])).toBe(
      'refused: Who should get this? Begin with one of: @sarah, @max, @mia, @md-2, @zoe, @all.',
    );
    expect(whoGets('@max stop', [])).toBe('max');
    expect(whoGets('stop [NEXT: max]', [])).toBe('max');
  });

  it.each([
    ['@max,  look: \\@x', 'look: \\@x'],
    [' \\@Override is missing', ' @Override is missing'],
    ['@max hi', 'hi'],
    ['@max: hi', 'hi'],
    ['@max : hi', 'hi'],
    ['@佐伊：你好', '你好'],
    ['@max! stop', 'stop'],
    ['@sarah, max: look', 'look'],
    ['@sarah @max @sarah is new', 'is new'],
    ['@sarah: @max is wrong', '@max is wrong'],
    ['@sarah, note: look', 'note: look'],
    ['@all', ''],
    ['@max:\n\n    if (a) b();\n', '    if (a) b();\n'],
    ['@sarah\n@Override\npublic void run()', '@Override\npublic void run()'],
    ['look at @max', 'look at @max'],
  ])('%j sends %j: the names are for the chat, the rest is as it was typed', (typed, text) => {
    expect(addressText(typed, { team, self: 'alice', shown: ['sarah'] }).text).toBe(text);
  });
});
