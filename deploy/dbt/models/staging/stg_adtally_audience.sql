select *
from {{ source('adtally', 'audience') }}
{{ of_account() }}
