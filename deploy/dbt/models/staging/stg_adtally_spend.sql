select *
from {{ source('adtally', 'spend') }}
{{ of_account() }}
