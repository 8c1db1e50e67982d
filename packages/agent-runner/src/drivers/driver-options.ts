/** What the drivers of the CLIs have in common. */
export interface CliDriverOptions {
  /** Program to run. Default is the CLI's own name, looked for on PATH. */
  readonly file?: string | undefined;
  /** Arguments put behind the driver's own, before the last. All but a few harmless ones need `allowFullAccess`. */
  readonly args?: readonly string[] | undefined;
}
