package encore.kernel;

/** An answer in words, where the spec shows {@code {message}}. */
public record Message(String message) {}
