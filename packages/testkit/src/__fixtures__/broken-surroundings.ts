import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process, { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type BrokenAssemblers, withOutput } from './broken-assembler.ts';

/** A correct assembler that also calls `act`. */
const besides = (act: () => unknown) =>
  withOutput((output) => {
    act();
    return output;
  });

/** A correct assembler that adds a last line from the machine it runs on. */
const signedBy = (signature: () => string) =>
  withOutput((output) => ({ ...output, prompt: output.prompt && `${output.prompt}\n${signature()}` }));

/** Assemblers that read the machine they run on. */
export const BROKEN_SURROUNDINGS: BrokenAssemblers = {
  'prints an environment variable': [
    signedBy(() => String(process.env['USER'])),
    /assemble\(\) reads the environment variable USER\./,
  ],
  'reads an environment variable that is not set': [
    withOutput((output) => (process.env['CTX_NEVER_SET_7F'] === '5' ? { ...output, prompt: '' } : output)),
    /assemble\(\) reads the environment variable CTX_NEVER_SET_7F\./,
  ],
  'reads the environment by a named import': [besides(() => env['HOME']), /reads the environment variable HOME\./],
  'checks whether an environment variable is set': [
    besides(() => 'NO_COLOR' in process.env),
    /reads the environment variable NO_COLOR\./,
  ],
  'lists the environment': [besides(() => Object.keys(process.env)), /reads all environment variables\./],
  'prints the working folder': [signedBy(() => process.cwd()), /reads the working folder \(process.cwd\)/],
  'prints the name of the machine': [signedBy(() => hostname()), /reads the machine \(os.hostname\)/],
  'reads a file': [
    besides(() => readFileSync(fileURLToPath(import.meta.url))),
    /reads the file .*broken-surroundings.* \(fs.readFileSync\)/,
  ],
  'prints a number in the format of the locale': [
    signedBy(() => (1234).toLocaleString()),
    /reads the locale of the machine \(toLocaleString without a locale\)/,
  ],
  'sorts in the order of the locale': [
    besides(() => ['b', 'a'].sort((one, other) => one.localeCompare(other))),
    /reads the locale of the machine \(localeCompare without a locale\)/,
  ],
  'formats with Intl in the locale of the machine': [
    signedBy(() => new Intl.NumberFormat().format(1234)),
    /reads the locale of the machine \(NumberFormat without a locale\)/,
  ],
};
