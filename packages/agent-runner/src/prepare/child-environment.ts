import { MARKER_PREFIX } from '../end/marker.ts';

/** Where programs put temporary files; which of these they ask differs. */
const TEMPORARY_NAMES = ['TMPDIR', 'TMP', 'TEMP'];

/** Settings of the person and the machine: nothing an agent could use to get more than it should. */
const HARMLESS_NAMES: readonly string[] = [
  ...[
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
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...TEMPORARY_NAMES,
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'],
];

/** Inherited as well, but decides which programs are run or trusted: a member may not set it. */
const INHERITED_ONLY_NAMES: readonly string[] = [
  ...['PATH', 'SHELL', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ...['SYSTEMROOT', 'SystemRoot', 'WINDIR', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PATHEXT', 'COMSPEC'],
];

/** Keys, endpoints and models of services: what a member needs to reach its own model. */
const SERVICE_NAME = /^[A-Z][A-Z0-9_]*_(API_KEY|AUTH_TOKEN|BASE_URL|MODEL)$/;

const INHERITED = new Set([...HARMLESS_NAMES, ...INHERITED_ONLY_NAMES]);

/** The variables a child gets: an allow-list of the host's, then the driver's, then the member's own. */
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
    // Markers of turns around this one are handed on, so that ending an outer turn also finds the inner one's processes.
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

/** Where an agent finds its programs and its settings: whoever sets one of these can make it start anything. */
const FOLDER_NAME = /^(?:HOME|USERPROFILE|PATH|XDG_.*|.*_HOME|.*_CONFIG(?:_.*)?|.*_DIR|.*_PATH)$/i;

/** What is judged. */
export interface RequestedVariables {
  readonly requested: Readonly<Record<string, string | undefined>>;
  readonly inheritEnv: readonly string[];
  /** By name, the variable a value comes from; given when the caller did not choose them itself. */
  readonly sources?: Readonly<Record<string, string>> | undefined;
}

/**
 * Those of the requested variables that could widen what an agent may do, or hand it what it should not have. With
 * `sources` the variable that a value comes from counts as well as the name it gets, and no folder may be set.
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
