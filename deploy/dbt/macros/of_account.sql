{# The condition that rows are of the account that the project asks for. #}
{% macro of_account() %}
{%- if var('adtally_account', none) -%} where account = '{{ var('adtally_account') }}' {%- endif -%}
{% endmacro %}
