/** As much of `node:sqlite` as is used here. */
export interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => SqliteDatabase;
}

/** A database that was opened. */
export interface SqliteDatabase {
  prepare(sql: string): { all(...parameters: readonly string[]): readonly unknown[] };
  close(): void;
}

/** Loads `node:sqlite`; `undefined` where this version of Node.js has none. */
export type LoadSqlite = () => Promise<SqliteModule | undefined>;

export const loadSqlite: LoadSqlite = async () => {
  // Named by a variable: bundlers and type checkers of older versions don't know the module.
  const name: string = "node:sqlite";
  try {
    return (await import(name)) as SqliteModule;
  } catch {
    return undefined;
  }
};

/** Opens a database that nothing will be written to, and closes it after use. */
export function withDatabase<Result>(
  sqlite: SqliteModule,
  path: string,
  use: (database: SqliteDatabase) => Result,
): Result {
  const database = new sqlite.DatabaseSync(path, { readOnly: true });
  try {
    // The first versions of the module knew no such option.
    database.prepare("PRAGMA query_only = 1").all();
    return use(database);
  } finally {
    database.close();
  }
}
