package encore.kernel.people.links;

import org.jspecify.annotations.Nullable;

/**
 * Where a link leads, and who sends it.
 *
 * @param address the address of the console, such as {@code https://fans.example/console/}; null when it is not known
 * @param senderName the name of the account
 */
public record LinkPlace(@Nullable String address, String senderName) {}
