package encore.api.limits;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a login, a sign-up or a check, as limits see it.
 *
 * @param address the caller's own address, never one that a public call names; null when it is not known
 * @param pageTabId the campaign that the call names, or null
 * @param withSecret whether the call brought the right api_secret: then no limit by address holds
 */
public record LoginCaller(
        long account,
        @Nullable InetAddress address,
        @Nullable Long pageTabId,
        boolean withSecret) {}
