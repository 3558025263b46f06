package encore.kernel.search;

/**
 * The properties that {@code fan_only_filter} and {@code fan_not_only_filter} can name; the wire spells them in lower
 * case.
 */
public enum FanFilter {
    IS_SUBSCRIBED,
    IS_OPTOUT,
    IS_PHONE_SUBSCRIBED,
    PHONE,
    BIRTH_DATE,
    GENDER,
    FAN_SOURCE,
    COUNTRY_CODE,
    PROVINCE,
    METRO_AREA,
    CITY,
    POSTAL_CODE,
    LATITUDE
}
