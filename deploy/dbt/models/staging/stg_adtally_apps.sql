select *
from {{ source('adtally', 'apps') }}
{{ of_account() }}
