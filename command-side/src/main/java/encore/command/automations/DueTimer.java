package encore.command.automations;

import java.time.Instant;

/**
 * A timer of an automation that is due now.
 *
 * @param key the key under which {@link ProcessContext#at} set it
 * @param at the time for which it was set, in whole milliseconds. It is handled as soon as the log has passed this time
 */
public record DueTimer(String key, Instant at) {}
