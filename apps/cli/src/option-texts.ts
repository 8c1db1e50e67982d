/** What `--allow-full` does, for the help. */
export const ALLOW_FULL = 'allow full access, other arguments and other variables where the team file asks for them';

/** What `--trust` does, for the help. */
export const TRUST = 'trust the team file for this run, without asking';
