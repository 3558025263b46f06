package encore.api.wire;

/**
 * Says what is wrong with one parameter.
 *
 * @param field its wire name
 * @param code one word for programs
 * @param message a sentence for people; never the value itself
 */
public record FieldError(String field, ErrorCode code, String message) {}
