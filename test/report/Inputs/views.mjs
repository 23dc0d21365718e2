// ===- views.mjs - What the views of share/allocsite/sql answer ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ===---------------------------------------------------------------------===//
//
//   views.mjs duckdb|chdb NODE_MODULES SQL SET VIEW…
//
// Prints the first ten rows of each view of the directory SET, as JSON, with how many there are and
// how long the view took.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [engine, modules, sql, set, ...views] = process.argv.slice(2);
const load = createRequire(path.resolve(modules, "views.js"));
const text = fs.readFileSync(path.join(sql, engine === "duckdb" ? "duckdb.sql" : "clickhouse.sql"), "utf8");

let ask;
if (engine === "duckdb") {
  const { DuckDBInstance } = load("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`SET VARIABLE fleet = '${set}'`);
  await connection.run(text);
  ask = async (query) => (await connection.runAndReadAll(query)).getRowObjectsJson();
} else {
  process.chdir(set);
  const session = new (load("chdb").Session)();
  for (const each of text.replace(/--.*$/gm, "").split(";"))
    if (each.trim()) session.query(each);
  ask = async (query) => session.query(query, "JSONEachRow").trim().split("\n").filter(Boolean).map((row) => JSON.parse(row));
}

for (const view of views) {
  const begin = Date.now();
  const rows = await ask(view.includes(" ") ? view : `SELECT * FROM ${view}`);
  console.error(`${engine} ${view.split(" ")[0]}: ${(Date.now() - begin) / 1000} s`);
  console.log(`${view.includes(" ") ? "query" : view}: ${rows.length}`);
  for (const row of rows.slice(0, 10))
    console.log("  " + JSON.stringify(row, (key, value) => (typeof value === "string" && /^-?\d+$/.test(value) && !key.endsWith("_id") ? Number(value) : value)));
}
process.exit(0);
