package encore.api.trackers.clicks;

import encore.api.authentication.OpenCalls;
import encore.api.places.GeoDatabase;
import encore.api.places.GeoPlace;
import encore.api.problems.Ids;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.ClickId;
import encore.kernel.trackers.clicks.ClickVisitor;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordClick;
import encore.kernel.trackers.clicks.VisitorMonthId;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the data of a click from its request. */
final class ClickReader {

    private static final String PERSONAL = "f";
    private static final int MAX_PARAMETERS = 20;
    private static final int MAX_NAME = 64;
    private static final int MAX_VALUE = 255;

    private ClickReader() {}

    static RecordClick command(ServerHttpRequest request, TrackerId tracker, @Nullable Long fan, GeoDatabase places) {
        InetAddress address = OpenCalls.address(request);
        GeoPlace place = places.find(address);
        HttpHeaders headers = request.getHeaders();
        return new RecordClick(
                new ClickId(tracker.account(), Ids.uid()),
                tracker,
                fan,
                VisitorMonthId.of(tracker.account(), Instant.now()),
                DeviceType.of(headers.getFirst(HttpHeaders.USER_AGENT)),
                place.countryCode(),
                new ClickVisitor(
                        address == null ? null : address.getHostAddress(),
                        place.province(),
                        host(headers.getFirst(HttpHeaders.REFERER)),
                        parameters(request)));
    }

    private static @Nullable String host(@Nullable String referer) {
        try {
            String host = referer == null ? null : new URI(referer).getHost();
            return host == null || host.length() > MAX_VALUE ? null : host.toLowerCase(Locale.ROOT);
        } catch (URISyntaxException malformed) {
            return null;
        }
    }

    /** Returns the parameters of the link's own query, without the fan; null when there are none. */
    private static @Nullable ObjectNode parameters(ServerHttpRequest request) {
        ObjectNode props = JsonNodeFactory.instance.objectNode();
        request.getQueryParams().forEach((name, values) -> {
            String value = values.getFirst();
            boolean isWanted = !name.equals(PERSONAL) && !name.isEmpty() && name.length() <= MAX_NAME;
            if (isWanted && props.size() < MAX_PARAMETERS) {
                props.put(name, value == null || value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE));
            }
        });
        return props.isEmpty() ? null : props;
    }
}
