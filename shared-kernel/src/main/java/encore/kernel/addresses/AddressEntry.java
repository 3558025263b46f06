package encore.kernel.addresses;

import org.jspecify.annotations.Nullable;

/**
 * The answer to whoever changes monitored addresses.
 *
 * @param uid the entry that says so, or that said so; null when there was none
 */
public record AddressEntry(@Nullable String uid) {}
