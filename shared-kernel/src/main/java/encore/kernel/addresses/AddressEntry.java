package encore.kernel.addresses;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a change of monitored addresses.
 *
 * @param uid the entry that was added, kept or removed; null when there was none
 */
public record AddressEntry(@Nullable String uid) {}
