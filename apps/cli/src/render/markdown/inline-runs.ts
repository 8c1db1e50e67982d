import type { Token, Tokens } from 'marked';
import { safeText } from '../../terminal/safe-text.ts';
import type { Colors } from '../../terminal/terminal.ts';
import type { Run } from './wrap-runs.ts';

type Paint = (text: string) => string;

/** Turns the inline tokens of Markdown into runs of one style each. Line breaks are kept. */
export function inlineRuns(tokens: readonly Token[], colors: Colors, paint?: Paint): Run[] {
  // Made safe only here: entities such as `&#27;` have become characters.
  return tokens.flatMap((token) => runsOf(token, colors, paint)).map((run) => ({ ...run, text: safeText(run.text) }));
}

function runsOf(token: Token, colors: Colors, paint: Paint | undefined): Run[] {
  const within = (more: Paint) => inlineRuns(childrenOf(token), colors, both(more, paint));
  switch (token.type) {
    case 'strong':
      return within(colors.bold);
    case 'em':
      return within(colors.italic);
    case 'del':
      return within(colors.strikethrough);
    case 'codespan':
      return [{ text: (token as Tokens.Codespan).text, paint: both(colors.cyan, paint) }];
    case 'br':
      return [{ text: '\n' }];
    case 'link':
      return linkRuns(token as Tokens.Link, colors, paint);
    case 'escape':
      return [{ text: (token as Tokens.Escape).text, paint }];
    case 'text': {
      const children = childrenOf(token);
      return children.length === 0
        ? [{ text: (token as Tokens.Text).text, paint }]
        : inlineRuns(children, colors, paint);
    }
    // Images, HTML and unknown tokens are printed as they were written.
    default:
      return [{ text: token.raw, paint }];
  }
}

// Prints the address too: a label alone could hide where the link leads.
function linkRuns(link: Tokens.Link, colors: Colors, paint: Paint | undefined): Run[] {
  const label = inlineRuns(link.tokens, colors, both(colors.underline, paint));
  const isBare = link.text === link.href || `mailto:${link.text}` === link.href;
  return isBare ? label : [...label, { text: ` (${link.href})`, paint: both(colors.dim, paint) }];
}

function childrenOf(token: Token): Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

function both(inner: Paint, outer: Paint | undefined): Paint {
  return outer === undefined ? inner : (text) => outer(inner(text));
}
