import type { SectionName } from '@ctx/contract';

/** The lines around a section. */
export interface SectionFormat {
  /** Line above the section. */
  readonly heading?: string | undefined;
  /** Line below the section, such as a closing tag. */
  readonly footer?: string | undefined;
}

/** The prompt format of one agent, as data. */
export interface PromptFormat {
  /**
   * `separate: true` makes them the system flag instead of a part of the prompt. Missing: the format has no
   * instructions.
   */
  readonly instructions?: (SectionFormat & { readonly separate?: boolean | undefined }) | undefined;
  /** The team task. Missing: the format has none. */
  readonly task?: SectionFormat | undefined;
  /** The earlier messages. `line` is the template of one: it has `{from}`, `{content}` once, and `{to}` if wanted. */
  readonly context: SectionFormat & { readonly line: string };
  /** The current message. */
  readonly message: SectionFormat;
  /**
   * Escapes text that is not part of the format, for example for XML. Must be pure. Missing: such text is not changed.
   */
  readonly escape?: ((text: string) => string) | undefined;
  /** Order of the sections. Default: instructions, task, context, message. */
  readonly order?: readonly SectionName[] | undefined;
}
