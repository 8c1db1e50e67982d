/**
 * The arguments for pnpm to pack every published package. It must be pnpm: npm leaves `workspace:^` in the tarball, pnpm
 * writes real versions.
 * @param {string} folder for the tarballs
 */
export function packArguments(folder) {
  return ['--filter', './packages/*', '--filter', './apps/*', 'pack', '--pack-destination', folder];
}
