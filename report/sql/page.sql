-- ===- page.sql - The answers of duckdb.sql as one page --------------------===--
--
-- Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- ===---------------------------------------------------------------------===--
--
-- After duckdb.sql:
--
--   SET VARIABLE template = '/usr/share/allocsite/sql/page.html';
--   .read page.sql
--   COPY page TO 'heap.html' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER e'\x01');
--
-- `allocsite gather --page heap.html` does the same.

CREATE OR REPLACE VIEW page AS
WITH leaking AS MATERIALIZED (SELECT row_number() OVER () AS place, * FROM leaks LIMIT 100),
live AS ( -- how the live bytes of leaks went, on the average of the processes, in 48 steps
  SELECT service, site_id, step, avg(live) AS live
  FROM (
    SELECT service, site_id, run_id, sequence, sum(live_bytes) AS live
    FROM allocations SEMI JOIN leaking USING (service, site_id) GROUP BY ALL)
  JOIN (
    SELECT run_id, sequence,
      (row_number() OVER (PARTITION BY run_id ORDER BY sequence) - 1) * 48
        // count(*) OVER (PARTITION BY run_id) AS step
    FROM snapshots) USING (run_id, sequence)
  GROUP BY ALL),
curves AS (SELECT service, site_id, list(live ORDER BY step) AS curve FROM live GROUP BY ALL),
answers AS (
  SELECT json_object(
    'facts', (
      SELECT json_object('services', count(DISTINCT service), 'hosts', count(DISTINCT host),
        'builds', count(DISTINCT (service, build)), 'processes', count(DISTINCT run_id),
        'snapshots', count(*), 'first', min(day), 'last', max(day))
      FROM snapshots),
    'leaks', (
      SELECT to_json(list(l ORDER BY place))
      FROM (SELECT * FROM leaking LEFT JOIN curves USING (service, site_id)) AS l),
    'brought', (SELECT to_json(list(b)) FROM (FROM brought_by_build LIMIT 200) AS b),
    'grew', (SELECT to_json(list(g)) FROM (FROM grew_since_yesterday LIMIT 200) AS g),
    'hosts', (SELECT to_json(list(h)) FROM (FROM hosts_that_differ LIMIT 200) AS h),
    'top', (SELECT to_json(list(t)) FROM (FROM top_sites WHERE rank <= 25) AS t)) AS json)
-- In a script, no text may end it.
SELECT replace(content, '"ANSWERS"', replace(json::VARCHAR, '<', '\u003c')) AS html
FROM read_text(getvariable('template')), answers;
