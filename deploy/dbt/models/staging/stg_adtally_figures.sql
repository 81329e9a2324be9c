select *
from {{ source('adtally', 'figures') }}
{{ of_account() }}
