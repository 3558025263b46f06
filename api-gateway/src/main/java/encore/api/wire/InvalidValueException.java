package encore.api.wire;

/** Thrown for a value that its parameter's type does not allow. */
public final class InvalidValueException extends RuntimeException {

    private final ErrorCode code;

    InvalidValueException(ErrorCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    public FieldError toFieldError(String field) {
        return new FieldError(field, code, String.valueOf(getMessage()));
    }
}
