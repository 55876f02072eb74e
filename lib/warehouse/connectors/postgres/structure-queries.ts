/**
 * The statements that read structure from PostgreSQL's own catalogs. All of them are constants: they take no text
 * from a question or a person. Partitions are left out in favour of their parent; what the role may not select is
 * left out as well.
 */

const visibleTables = `
  select c.oid, n.nspname as schema, c.relname as name, c.relkind::text as kind,
         case when c.relkind = 'p'
           then (select coalesce(sum(greatest(leaf.reltuples, 0)), 0) from pg_catalog.pg_partition_tree(c.oid) p
                 join pg_catalog.pg_class leaf on leaf.oid = p.relid where p.isleaf)
           else c.reltuples end::float8 as rows,
         obj_description(c.oid, 'pg_class') as comment
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname not in ('information_schema') and n.nspname not like 'pg\\_%'
    and has_schema_privilege(n.oid, 'usage') and has_any_column_privilege(c.oid, 'select')`;

export const tablesQuery = `${visibleTables} order by 2, 3`;

/** Every table and column by name, whatever the role may select: a rule of a policy may name what grants hide as well. */
export const namesQuery = `
  with relations as (
    select c.oid, n.nspname || '.' || c.relname as id
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%')
  select id from relations
  union all
  select r.id || '.' || a.attname from relations r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped`;

/** One row a column, its domain followed down to the base type. */
export const columnsQuery = `
  with recursive visible as (${visibleTables}),
  base(start, type) as (
    select t.oid, t.oid from pg_catalog.pg_type t where t.typtype = 'd'
    union
    select base.start, t.typbasetype from base join pg_catalog.pg_type t on t.oid = base.type where t.typtype = 'd'
  ),
  resolved as (
    select base.start, t.oid as type from base join pg_catalog.pg_type t on t.oid = base.type where t.typtype <> 'd'
  )
  select v.oid as table_oid, a.attnum::int as number, a.attname as name,
         format_type(a.atttypid, a.atttypmod) as declared,
         t.typname as base, t.typcategory::text as category, t.typtype::text as type_kind,
         (not a.attnotnull) as nullable, col_description(v.oid, a.attnum) as comment
  from visible v
  join pg_catalog.pg_attribute a on a.attrelid = v.oid and a.attnum > 0 and not a.attisdropped
  left join resolved r on r.start = a.atttypid
  join pg_catalog.pg_type t on t.oid = coalesce(r.type, a.atttypid)
  where has_column_privilege(v.oid, a.attnum, 'select')
  order by v.oid, a.attnum`;

/** Primary and unique keys: constraints and plain unique indexes alike, column numbers in key order. */
export const keysQuery = `
  with visible as (${visibleTables})
  select v.oid as table_oid, i.indisprimary as primary, (select array_agg(k.number::int order by k.position)
     from unnest(i.indkey::int2[]) with ordinality k(number, position)) as columns
  from visible v join pg_catalog.pg_index i on i.indrelid = v.oid
  where i.indisunique and i.indpred is null and i.indexprs is null and i.indisvalid
  order by v.oid, i.indisprimary desc, i.indexrelid`;

/**
 * Foreign keys, those declared on a partition counted under the partitioned parent: \`leaves\` of \`all_leaves\` hold it.
 */
export const foreignKeysQuery = `
  with visible as (${visibleTables}),
  keys as (
    select coalesce(pg_partition_root(c.conrelid)::oid, c.conrelid) as owner, c.conrelid, c.confrelid,
      (select array_agg(a.attname::text order by k.position) from unnest(c.conkey) with ordinality k(number, position)
       join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as from_columns,
      (select array_agg(a.attname::text order by k.position) from unnest(c.confkey) with ordinality k(number, position)
       join pg_catalog.pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as to_columns
    from pg_catalog.pg_constraint c
    where c.contype = 'f'
      and (c.conparentid = 0 or not exists (select 1 from visible v where v.oid = c.confrelid))
  )
  select k.owner as from_oid, k.confrelid as to_oid, k.from_columns, k.to_columns,
         bool_or(k.owner = k.conrelid) as on_parent, count(distinct k.conrelid)::int as leaves,
         (select count(*) from pg_catalog.pg_partition_tree(k.owner) p where p.isleaf)::int as all_leaves
  from keys k join visible f on f.oid = k.owner join visible t on t.oid = k.confrelid
  group by k.owner, k.confrelid, k.from_columns, k.to_columns
  order by 1, 2, 3`;

/** What the statistics collector knows, where the role may see it (never for tables with row security). */
export const statisticsQuery = `
  select schemaname as schema, tablename as table, attname as column, null_frac::float8 as null_share,
         n_distinct::float8 as distinct_share, b.bounds[1] as low, b.bounds[cardinality(b.bounds)] as high
  from pg_catalog.pg_stats
  left join lateral (select histogram_bounds::text::text[]) b(bounds) on true
  where schemaname not like 'pg\\_%' and schemaname <> 'information_schema'`;
