select *
from {{ source('adtally', 'cohorts') }}
{{ of_account() }}
