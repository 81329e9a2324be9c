select *
from {{ source('adtally', 'details') }}
{{ of_account() }}
