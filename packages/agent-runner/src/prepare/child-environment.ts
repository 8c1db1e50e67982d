import { MARKER_PREFIX } from '../end/marker.ts';

/** Programs differ in which of these they read for their temporary folder. */
const TEMPORARY_NAMES = ['TMPDIR', 'TMP', 'TEMP'];

/** Settings of the user and the machine. They cannot widen what an agent may do. */
const HARMLESS_NAMES: readonly string[] = [
  'HOME',
  'USER',
  'LOGNAME',
  'USERPROFILE',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  ...TEMPORARY_NAMES,
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
];

/** Inherited too, but a member may not set them: they decide which programs are run or trusted. */
const INHERITED_ONLY_NAMES: readonly string[] = [
  'PATH',
  'SHELL',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'SYSTEMROOT',
  'SystemRoot',
  'WINDIR',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PATHEXT',
  'COMSPEC',
];

/** Whether a variable is a setting of the user and the machine. */
export function isMachineSetting(name: string): boolean {
  return HARMLESS_NAMES.includes(name) || INHERITED_ONLY_NAMES.includes(name) || name.startsWith('LC_');
}

/** Keys, endpoints and model names of services, which a member needs to reach its model. */
const SERVICE_NAME = /^[A-Z][A-Z0-9_]*_(API_KEY|AUTH_TOKEN|BASE_URL|MODEL)$/;

const INHERITED = new Set([...HARMLESS_NAMES, ...INHERITED_ONLY_NAMES]);

/** The variables of a child: an allow-list of the host's, then the driver's, then the member's own. */
export function childEnvironment(sources: {
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly inheritEnv: readonly string[];
  readonly planned: Readonly<Record<string, string | undefined>>;
  readonly requested: Readonly<Record<string, string | undefined>>;
  readonly marker: string;
  /** Folder for temporary files instead of the host's. */
  readonly temporary?: string | undefined;
}): Record<string, string> {
  const env: Record<string, string> = {};
  const vendorNames = new Set(sources.inheritEnv);
  for (const [name, value] of Object.entries(sources.host)) {
    // Markers are inherited: if this host runs inside a turn, ending that turn also finds the processes of this one.
    const isInherited =
      INHERITED.has(name) || name.startsWith('LC_') || name.startsWith(MARKER_PREFIX) || vendorNames.has(name);
    if (isInherited && value !== undefined) env[name] = value;
  }
  if (sources.temporary !== undefined) for (const name of TEMPORARY_NAMES) env[name] = sources.temporary;
  for (const [name, value] of [...Object.entries(sources.planned), ...Object.entries(sources.requested)]) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  env[sources.marker] = '1';
  return env;
}

/** Folders of programs and settings. With one of these set, an agent can be made to start any program. */
const FOLDER_NAME = /^(?:HOME|USERPROFILE|PATH|XDG_.*|.*_HOME|.*_CONFIG(?:_.*)?|.*_DIR|.*_PATH)$/i;

/** The variables to check. */
export interface RequestedVariables {
  readonly requested: Readonly<Record<string, string | undefined>>;
  readonly inheritEnv: readonly string[];
  /** For each name, the host variable its value was read from. Given if a team file chose the variables. */
  readonly sources?: Readonly<Record<string, string>> | undefined;
}

/**
 * The requested variables that could widen what an agent may do, or give it a secret it should not have. With `sources`
 * the host variable is checked as well as the new name, and folders are refused.
 */
export function riskyVariables({ requested, inheritEnv, sources }: RequestedVariables): string[] {
  const isHarmless = (name: string) =>
    HARMLESS_NAMES.includes(name) || name.startsWith('LC_') || inheritEnv.includes(name) || SERVICE_NAME.test(name);
  const isAllowed = (name: string) => isHarmless(name) && (sources === undefined || !FOLDER_NAME.test(name));
  return Object.keys(requested).flatMap((name) => {
    const from = sources?.[name] ?? name;
    if (requested[name] === undefined || (isAllowed(name) && isAllowed(from))) return [];
    return [from === name ? name : `${name} from ${from}`];
  });
}
