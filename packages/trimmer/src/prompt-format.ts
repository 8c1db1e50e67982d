import type { SectionName } from '@ctx/contract';

/** What stands around a section. */
export interface SectionFormat {
  /** Line above it. */
  readonly heading?: string | undefined;
  /** Line below it, such as a closing tag. */
  readonly footer?: string | undefined;
}

/** How one agent's prompts look, as data. */
export interface PromptFormat {
  /** `separate: true` makes them the system flag instead of a part of the prompt. Missing: there is no place for them. */
  readonly instructions?: (SectionFormat & { readonly separate?: boolean | undefined }) | undefined;
  /** Missing: there is no place for the team task. */
  readonly task?: SectionFormat | undefined;
  /** `line` is one message: a text with `{from}` and, if wanted, `{to}`, and `{content}` once. */
  readonly context: SectionFormat & { readonly line: string };
  readonly message: SectionFormat;
  /** How text that is not the format's own is written, where it may not stand as it is. Pure. */
  readonly escape?: ((text: string) => string) | undefined;
  /** Missing: instructions, task, context, message. */
  readonly order?: readonly SectionName[] | undefined;
}
