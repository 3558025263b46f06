package encore.api.wire;

/**
 * An error in one parameter.
 *
 * @param field its wire name
 * @param code the machine-readable code
 * @param message a text for people, which never contains the value
 */
public record FieldError(String field, ErrorCode code, String message) {}
