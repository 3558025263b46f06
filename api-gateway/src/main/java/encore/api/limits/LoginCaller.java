package encore.api.limits;

import encore.api.access.CallSource;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a login, a sign-up or a check, as limits see it.
 *
 * @param source a caller with the secret has no limit by address
 * @param pageTabId the campaign that the call names, or null
 */
public record LoginCaller(
        long account, CallSource source, @Nullable Long pageTabId) {}
