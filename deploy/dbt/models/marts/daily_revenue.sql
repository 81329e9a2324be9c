select
  figures.account as account,
  figures.date as date,
  figures.app_id as app_id,
  apps.app_name as app_name,
  apps.platform as platform,
  figures.network as network,
  state.currency as currency,
  sum(figures.impressions) as impressions,
  sum(figures.revenue) as revenue,
  1000 * sum(figures.revenue) / nullif(sum(figures.impressions), 0) as ecpm
from {{ ref('stg_adtally_figures') }} as figures
left join {{ ref('stg_adtally_apps') }} as apps
  on apps.account = figures.account and apps.app_id = figures.app_id
left join {{ source('adtally', 'adtally_state') }} as state
  on state.account = figures.account
group by
  figures.account, figures.date, figures.app_id, apps.app_name, apps.platform, figures.network, state.currency
