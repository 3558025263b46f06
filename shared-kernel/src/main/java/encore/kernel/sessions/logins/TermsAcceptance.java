package encore.kernel.sessions.logins;

import java.time.Instant;

/**
 * The first time that a fan accepted a version of the legal texts.
 *
 * @param version the hash of the texts
 * @param acceptedAt the time of the login with which the fan accepted them
 */
public record TermsAcceptance(String version, Instant acceptedAt) {}
