{# Months whose rows do not add up to what Adtally noted of them in adtally_proof. #}
{% test adds_up(model, table_name, columns) %}
with found as (
  select account, cast(date_trunc('month', date) as date) as month, 'rows' as column_name,
    cast(count(*) as decimal(38, 6)) as total
  from {{ model }}
  group by account, cast(date_trunc('month', date) as date)
  {% for name in columns %}
  union all
  select account, cast(date_trunc('month', date) as date) as month, '{{ name }}' as column_name,
    cast(coalesce(sum({{ name }}), 0) as decimal(38, 6)) as total
  from {{ model }}
  group by account, cast(date_trunc('month', date) as date)
  {% endfor %}
),
edges as (
  select account, month, column_name, total as noted_part, cast(0 as decimal(38, 6)) as found_part
  from {{ source('adtally', 'adtally_proof') }}
  where table_name = '{{ table_name }}'
  union all
  select account, month, column_name, cast(0 as decimal(38, 6)) as noted_part, total as found_part
  from found
)
select account, month, column_name, sum(noted_part) as noted, sum(found_part) as found
from edges
group by account, month, column_name
having sum(noted_part) <> sum(found_part)
{% endtest %}
