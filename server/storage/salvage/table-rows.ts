import type { PageFile } from "./page-file.ts";
import { type ReadRow, readTreePage } from "./tree-pages.ts";

/** A table of a database: where its tree begins, and how many columns a row has at most. */
export type TableRoot = { readonly root: number; readonly columns: number };

/**
 * Finds the pages of each table, as SQLite's own recovery does: down from the root as far as pages can be read, and
 * from all other pages up, by the pointers to parents, so that the subtree below a damaged page is found as well.
 */
export function findPageOwners(file: PageFile, tables: readonly TableRoot[]): Uint32Array {
  const owners = new Uint32Array(file.pages + 1);
  for (const [index, { root, columns }] of tables.entries()) {
    const waiting = [root];
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (page < 1 || page > file.pages || owners[page] !== 0) continue;
      owners[page] = index + 1;
      const parent = page;
      const children = readTreePage(file, page, columns)?.children ?? [];
      // A pointer of a damaged page may lead anywhere.
      waiting.push(...children.filter((child) => (file.findParent(child) ?? parent) === parent));
    }
  }
  for (let page = 2; page <= file.pages; page++) climb(file, owners, page);
  return owners;
}

/** Assigns an owner to a page and to all pages up to the next one with an owner. */
function climb(file: PageFile, owners: Uint32Array, page: number): void {
  const path: number[] = [];
  let at = page;
  while (owners[at] === 0) {
    path.push(at);
    const parent = file.findParent(at);
    if (parent === undefined || parent === 0 || parent > file.pages || path.includes(parent)) return;
    at = parent;
  }
  for (const one of path) owners[one] = owners[at]!;
}

/** The rows on one page of a table; undefined where the page is damaged. */
export function readRows(
  file: PageFile,
  page: number,
  table: TableRoot,
): { readonly rows: readonly ReadRow[]; readonly unreadable: number } | undefined {
  return readTreePage(file, page, table.columns);
}
