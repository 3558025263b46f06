package encore.api.wire;

/** A value that does not have its parameter's type. */
public final class WrongValue extends RuntimeException {

    private final ErrorCode code;

    WrongValue(ErrorCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    public FieldError at(String field) {
        return new FieldError(field, code, String.valueOf(getMessage()));
    }
}
