import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';

/** A published package, as its users get it. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: Uint8Array<ArrayBuffer>;
  /** Paths inside the package and their text. */
  readonly files: ReadonlyMap<string, string>;
  readonly manifest: Record<string, unknown>;
  /** The package in the form that `attw` needs. */
  readonly contents: Package;
}

/** Fetches the latest version of a package from a registry and reads its files. */
export async function readPublishedPackage(registryUrl: string, name: string): Promise<PublishedPackage> {
  const packument = (await (await fetch(new URL(name, registryUrl))).json()) as {
    'dist-tags': { latest: string };
    versions: Record<string, { dist: { tarball: string } }>;
  };
  const version = packument['dist-tags'].latest;
  const response = await fetch(packument.versions[version]?.dist.tarball ?? '');
  const tarball = new Uint8Array(await response.arrayBuffer());
  const contents = createPackageFromTarballData(tarball);
  const prefix = `/node_modules/${name}/`;
  const files = new Map(contents.listFiles().map((path) => [path.slice(prefix.length), contents.readFile(path)]));
  return { name, version, tarball, files, manifest: JSON.parse(files.get('package.json') ?? '{}'), contents };
}
