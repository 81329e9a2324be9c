select *
from {{ source('adtally', 'shares') }}
{{ of_account() }}
