package encore.kernel.accounts;

/** An origin as browsers send it: {@code scheme://host[:port]}, lower-case. */
public record Origin(String origin) {}
