package encore.kernel;

/** An answer that is a text, where the spec shows {@code {message}}. */
public record Message(String message) {}
