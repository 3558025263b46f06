package encore.api.wire;

/**
 * Says what is wrong with one parameter.
 *
 * @param field its wire name
 * @param code one word for programs: required, type, length, range, format, value, given_twice, not_yet, rule
 * @param message a sentence for people; never the value itself
 */
public record FieldError(String field, String code, String message) {}
