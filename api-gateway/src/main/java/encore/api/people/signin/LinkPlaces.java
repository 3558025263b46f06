package encore.api.people.signin;

import encore.api.keys.AccountState;
import encore.api.keys.KeyRegistry;
import encore.api.server.GatewaySettings;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.PersonLink;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Knows where links to the console lead. */
@Component
public class LinkPlaces {

    private static final String CONSOLE = "/console/";

    /** Hosts that name the caller's own machine. Nobody else can be sent to them by a forged header. */
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    private final GatewaySettings settings;
    private final KeyRegistry keyRegistry;

    LinkPlaces(GatewaySettings settings, KeyRegistry keyRegistry) {
        this.settings = settings;
        this.keyRegistry = keyRegistry;
    }

    /**
     * Returns where the links of a call lead. The host that a request names is not believed, because the links are mailed to
     * others; only the caller's own machine is.
     */
    public LinkPlace of(ServerHttpRequest request, long account) {
        AccountState accountState = keyRegistry.findAccount(account);
        return new LinkPlace(address(request), accountState == null ? "" : accountState.name());
    }

    private @Nullable String address(ServerHttpRequest request) {
        if (settings.publicUrl() != null) {
            return settings.publicUrl() + CONSOLE;
        }
        String host = request.getURI().getHost();
        return host != null && LOOPBACK.contains(host) ? origin(request) + CONSOLE : null;
    }

    private static String origin(ServerHttpRequest request) {
        URI uri = request.getURI();
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** Returns a link for the caller alone, who may be told the host that it named itself. */
    public String url(ServerHttpRequest request, PersonId person, int generation, String token) {
        String known = address(request);
        String place = known == null ? origin(request) + CONSOLE : known;
        return new PersonLink(person, generation, token).url(place);
    }
}
