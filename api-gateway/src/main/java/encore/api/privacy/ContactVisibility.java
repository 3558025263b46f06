package encore.api.privacy;

import encore.kernel.privacy.Contact;
import org.springframework.web.server.ServerWebExchange;

/**
 * Says of a call whether its caller sees contacts: the components of answers and inputs that are marked with {@link Contact}.
 * Every caller does, unless the access check has said otherwise.
 */
public final class ContactVisibility {

    private static final String HIDDEN = ContactVisibility.class.getName();

    private ContactVisibility() {}

    /** Lets the call see and send no contacts. */
    public static void hide(ServerWebExchange exchange) {
        exchange.getAttributes().put(HIDDEN, true);
    }

    public static boolean areHidden(ServerWebExchange exchange) {
        return exchange.getAttribute(HIDDEN) != null;
    }
}
