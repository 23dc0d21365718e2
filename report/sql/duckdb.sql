-- ===- duckdb.sql - Questions about what allocsite gather has written ------===--
--
-- Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- ===---------------------------------------------------------------------===--
--
--   SET VARIABLE fleet = 'heap';      -- the directory that allocsite gather has written
--   .read duckdb.sql
--   FROM leaks;
--
--   gathered      all rows
--   allocations   without those of memory that another allocator hands on: these can be summed
--   snapshots     a row for each snapshot, with the time since the one before it
--
--   top_sites, grew_since_yesterday, brought_by_build, hosts_that_differ, leaks: the answers
--
-- docs/gather.md has the columns, what each view calls large, and how to read CSV in place of
-- Parquet.

CREATE OR REPLACE VIEW gathered AS
SELECT *
FROM read_parquet(getvariable('fleet') || '/day=*/host=*/service=*/build=*/*.parquet',
  union_by_name = true, hive_partitioning = true,
  hive_types = {day: DATE, host: VARCHAR, service: VARCHAR, build: VARCHAR});

CREATE OR REPLACE VIEW allocations AS
SELECT * EXCLUDE (below) FROM gathered WHERE below IS NULL;

CREATE OR REPLACE VIEW snapshots AS
SELECT *, greatest(time - coalesce(lag(time) OVER (PARTITION BY run_id ORDER BY sequence), began), 0) AS seconds
FROM (
  SELECT service, build, host, day, run_id, sequence, any_value(process) AS process,
    any_value(began) AS began, any_value(time) AS time, any_value(ended) AS ended
  FROM gathered
  GROUP BY ALL);

-- The sites of each service that have allocated most.
CREATE OR REPLACE VIEW top_sites AS
SELECT service, rank() OVER (PARTITION BY service ORDER BY bytes DESC) AS rank,
  round(100 * bytes / sum(bytes) OVER (PARTITION BY service), 1) AS percent, * EXCLUDE (service)
FROM (
  SELECT service, sum(bytes_delta)::BIGINT AS bytes, sum(calls_delta)::BIGINT AS calls,
    (sum(live_bytes) FILTER (is_newest))::BIGINT AS live_bytes, any_value(function) AS function,
    arg_max(site, time) AS site, any_value(allocator) AS allocator, any_value(type) AS type,
    count(DISTINCT host) AS hosts, site_id
  FROM (
    SELECT a.*, a.sequence = max(a.sequence) OVER (PARTITION BY a.run_id) AS is_newest
    FROM allocations AS a)
  GROUP BY service, site_id)
ORDER BY service, bytes DESC;

-- The sites that allocate more in an hour of a process than on the day before.
CREATE OR REPLACE VIEW grew_since_yesterday AS
WITH hours AS (
  SELECT service, day, sum(seconds) / 3600 AS hours FROM snapshots GROUP BY ALL HAVING hours > 0),
newest AS (SELECT service, max(day) AS day FROM hours GROUP BY ALL),
sums AS (
  SELECT service, site_id, day, sum(bytes_delta) AS bytes, any_value(function) AS function,
    arg_max(site, time) AS site, any_value(allocator) AS allocator, any_value(type) AS type
  FROM allocations GROUP BY ALL),
rates AS (SELECT sums.*, bytes / hours AS rate FROM sums JOIN hours USING (service, day))
SELECT now.service AS service, now.day AS day, (now.rate - coalesce(before.rate, 0))::BIGINT AS growth_per_hour,
  now.rate::BIGINT AS bytes_per_hour, coalesce(before.rate, 0)::BIGINT AS yesterday_per_hour,
  round(now.rate / nullif(before.rate, 0), 2) AS factor, now.function, now.site, now.allocator,
  now.type, now.site_id
FROM newest
JOIN rates AS now USING (service, day)
JOIN hours AS yesterday ON yesterday.service = newest.service AND yesterday.day = newest.day - 1
LEFT JOIN rates AS before
  ON before.service = newest.service AND before.site_id = now.site_id AND before.day = yesterday.day
WHERE now.rate > 1.2 * coalesce(before.rate, 0)
ORDER BY growth_per_hour DESC;

-- The sites that came with a build ("new"), and those that allocate more since one ("grew").
CREATE OR REPLACE VIEW brought_by_build AS
WITH builds AS (
  SELECT service, build, sum(seconds) / 3600 AS hours, min(began) AS began,
    row_number() OVER (PARTITION BY service ORDER BY min(began), build) AS number
  FROM snapshots GROUP BY service, build HAVING hours > 0),
sums AS (
  SELECT service, build, site_id, sum(bytes_delta) AS bytes, any_value(function) AS function,
    arg_max(site, time) AS site, any_value(allocator) AS allocator, any_value(type) AS type
  FROM allocations GROUP BY ALL),
rates AS (
  SELECT sums.*, number, began, bytes / hours AS rate,
    min(number) OVER (PARTITION BY service, site_id) AS first_number
  FROM sums JOIN builds USING (service, build))
SELECT now.service AS service, now.build AS build,
  CASE WHEN now.number = now.first_number THEN 'new' ELSE 'grew' END AS change,
  (now.rate - coalesce(before.rate, 0))::BIGINT AS growth_per_hour,
  now.rate::BIGINT AS bytes_per_hour, round(now.rate / nullif(before.rate, 0), 2) AS factor,
  to_timestamp(now.began) AS since, now.function, now.site, now.allocator, now.type, now.site_id
FROM rates AS now
LEFT JOIN rates AS before ON before.service = now.service AND before.site_id = now.site_id
  AND before.number = now.number - 1
WHERE now.number > 1 AND (now.number = now.first_number OR now.rate > 1.2 * before.rate)
ORDER BY change DESC, growth_per_hour DESC;

-- The hosts of a service and build of which a site has another share of what they allocate: twice
-- or half the median of three hosts or more, by a thousandth of all at least.
CREATE OR REPLACE VIEW hosts_that_differ AS
WITH sums AS (
  SELECT service, build, host, site_id, sum(bytes_delta) AS bytes, any_value(function) AS function,
    arg_max(site, time) AS site, any_value(allocator) AS allocator, any_value(type) AS type
  FROM allocations GROUP BY ALL),
hosts AS (
  SELECT service, build, host, sum(bytes) AS bytes FROM sums GROUP BY ALL HAVING sum(bytes) > 0),
sites AS (
  SELECT service, build, site_id, any_value(function) AS function, any_value(site) AS site,
    any_value(allocator) AS allocator, any_value(type) AS type
  FROM sums GROUP BY ALL),
shares AS (
  SELECT service, build, host, site_id, coalesce(sums.bytes, 0) AS bytes,
    coalesce(sums.bytes, 0) / hosts.bytes AS share, sites.function, sites.site,
    sites.allocator, sites.type
  FROM hosts JOIN sites USING (service, build)
  LEFT JOIN sums USING (service, build, host, site_id)),
medians AS (
  SELECT *, median(share) OVER w AS median_share, count(*) OVER w AS hosts
  FROM shares WINDOW w AS (PARTITION BY service, build, site_id))
SELECT service, build, host, round(100 * share, 2) AS percent,
  round(100 * median_share, 2) AS median_percent, round(share / nullif(median_share, 0), 2) AS factor,
  bytes::BIGINT AS bytes, hosts, function, site, allocator, type, site_id
FROM medians
WHERE hosts >= 3 AND abs(share - median_share) > 0.001
  AND (share > 2 * median_share OR share < median_share / 2)
ORDER BY abs(share - median_share) DESC;

-- The sites whose live bytes grow steadily in the second half of the life of their processes, by
-- Kendall's test, with the slope of Theil and Sen: in one process alone, or in all with eight snapshots
-- or more together, if they grow in the median process too. The more is tested, the stricter it is:
-- noise alone gives one site in twenty fleets. Both halves of that half must grow by themselves,
-- which a table that is filled once does not.
CREATE OR REPLACE VIEW leaks AS
WITH numbered AS ( -- the snapshots of the second half, in up to 24 intervals
  SELECT *, row_number() OVER w AS place, count(*) OVER (PARTITION BY run_id) AS points
  FROM snapshots WINDOW w AS (PARTITION BY run_id ORDER BY sequence)),
late AS (
  SELECT run_id, sequence, time, points,
    least(24, points - points // 2) AS intervals,
    ((place - 1 - points // 2) * intervals) // (points - points // 2) AS interval
  FROM numbered WHERE points >= 8 AND place > points // 2),
live AS (
  SELECT service, site_id, run_id, sequence, sum(live_bytes) AS live
  FROM allocations GROUP BY ALL HAVING count(*) = count(live_bytes)),
changing AS ( -- not constant, and no table that is filled once
  SELECT service, site_id, run_id FROM live JOIN late USING (run_id, sequence)
  GROUP BY ALL
  HAVING count(DISTINCT live) + (count(*) < any_value(points - points // 2))::INTEGER > 2),
series AS ( -- a site that is not in a snapshot has allocated nothing yet
  SELECT service, site_id, run_id, interval, any_value(intervals) AS intervals,
    avg(time) AS time, median(coalesce(live, 0)) AS live
  FROM changing JOIN late USING (run_id) LEFT JOIN live USING (service, site_id, run_id, sequence)
  GROUP BY ALL),
pairs AS (
  SELECT service, site_id, run_id, sign(b.live - a.live) AS direction,
    (b.live - a.live) / nullif(b.time - a.time, 0) AS slope,
    a.interval >= a.intervals // 2 AS is_late, b.interval <= a.intervals // 2 AS is_early
  FROM series AS a JOIN series AS b USING (service, site_id, run_id)
  WHERE b.interval > a.interval),
runs AS (
  SELECT service, site_id, run_id, count(*) AS n, any_value(intervals) // 2 + 1 AS m,
    n + 1 - m AS l
  FROM series GROUP BY ALL),
ties AS ( -- what equal values take off the variance
  SELECT service, site_id, run_id, sum(t * (t - 1) * (2 * t + 5)) AS off,
    sum(e * (e - 1) * (2 * e + 5)) AS early_off, sum(l * (l - 1) * (2 * l + 5)) AS late_off
  FROM (
    SELECT service, site_id, run_id, count(*) AS t,
      count(*) FILTER (interval <= intervals // 2) AS e,
      count(*) FILTER (interval >= intervals // 2) AS l
    FROM series GROUP BY service, site_id, run_id, live)
  GROUP BY ALL),
variances AS (
  SELECT service, site_id, run_id, (n * (n - 1) * (2 * n + 5) - off) / 18 AS variance,
    (m * (m - 1) * (2 * m + 5) - early_off) / 18 AS early_variance,
    (l * (l - 1) * (2 * l + 5) - late_off) / 18 AS late_variance
  FROM runs JOIN ties USING (service, site_id, run_id)),
sums AS (
  SELECT service, site_id, run_id, sum(direction) AS sum,
    coalesce(sum(direction) FILTER (is_early), 0) AS early_sum,
    coalesce(sum(direction) FILTER (is_late), 0) AS late_sum, median(slope) AS slope
  FROM pairs GROUP BY ALL),
tests AS (
  SELECT *, (sum - 1) / sqrt(variance) AS score, score > 1
      AND count(*) OVER () * exp(-score * score / 2) / (score * sqrt(2 * pi())) < 0.05
      AND early_sum > 2.8 * sqrt(early_variance) AND late_sum > 2.8 * sqrt(late_variance)
    AS grows
  FROM sums JOIN variances USING (service, site_id, run_id) WHERE variance > 0),
sites AS (
  SELECT service, site_id, count(*) AS processes, count(*) FILTER (grows) AS growing,
    coalesce(median(slope) FILTER (grows), median(slope)) AS slope,
    greatest((sum(sum) - 1) / sqrt(sum(variance)), max(score) FILTER (grows)) AS score,
    median(score) > 2.33 * sqrt(pi() / 2 / count(*))
      AND sum(early_sum) > 3 * sqrt(sum(early_variance))
      AND sum(late_sum) > 3 * sqrt(sum(late_variance)) AS grow_together,
    count(*) OVER () AS tested
  FROM tests GROUP BY ALL),
found AS (
  SELECT * FROM sites
  WHERE slope > 0 AND (growing > 0 OR grow_together
    AND tested * exp(-score * score / 2) / (score * sqrt(2 * pi())) < 0.05)),
names AS (
  SELECT service, site_id, any_value(function) AS function, arg_max(site, time) AS site,
    any_value(allocator) AS allocator, any_value(type) AS type,
    (sum(live_bytes) FILTER (is_newest))::BIGINT AS live_bytes
  FROM (
    SELECT a.*, a.sequence = max(a.sequence) OVER (PARTITION BY run_id) AS is_newest
    FROM allocations AS a SEMI JOIN found USING (service, site_id))
  GROUP BY ALL)
SELECT service, (slope * 3600)::BIGINT AS bytes_per_hour, live_bytes, processes,
  growing, round(score, 1) AS score, function, site, allocator, type, site_id
FROM found JOIN names USING (service, site_id)
ORDER BY bytes_per_hour * processes DESC;
