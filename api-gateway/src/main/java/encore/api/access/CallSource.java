package encore.api.access;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a call comes from; a parameter of handlers that serve the public key and the secret alike. A call that brings
 * the secret is the customer's.
 *
 * @param withSecret whether the call brought the right secret
 * @param address the caller's own address; null when it is not known
 */
public record CallSource(boolean withSecret, @Nullable InetAddress address) {

    /**
     * Returns the address of the fan: the one that a call with the secret gives, otherwise the caller's own.
     *
     * @param given a normalised address; null or empty when the call names none
     */
    public @Nullable String fanAddress(@Nullable String given) {
        if (withSecret && given != null && !given.isEmpty()) {
            return given;
        }
        return address == null ? null : NetUtil.toAddressString(address);
    }
}
