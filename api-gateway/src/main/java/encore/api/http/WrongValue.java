package encore.api.http;

/** A value that does not have its parameter's type. */
final class WrongValue extends RuntimeException {

    private final String code;

    WrongValue(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    FieldError at(String field) {
        return new FieldError(field, code, String.valueOf(getMessage()));
    }
}
