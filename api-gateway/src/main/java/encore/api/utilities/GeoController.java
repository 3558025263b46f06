package encore.api.utilities;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.contacts.IpAddresses;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.OptionalText;
import encore.api.input.Params;
import encore.api.places.GeoDatabase;
import encore.api.places.GeoPlace;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Looks up the place of an IP address. */
@RestController
@Access(scope = "misc", lock = KEY)
@RequestMapping("/api/v1/geoip")
class GeoController {

    record Find(
            @Description("Absent: the caller's own address.") @Format(Format.IP) @Nullable
            String ipAddress) {

        @Nullable
        InetAddress address(CallSource source) {
            String given = OptionalText.blankToNull(IpAddresses.of(ipAddress));
            // A literal is never looked up in the DNS.
            return given == null ? source.address() : InetAddress.ofLiteral(given);
        }
    }

    private final GeoDatabase database;

    GeoController(GeoDatabase database) {
        this.database = database;
    }

    @Description("Finds the place of an IP address; without one every field is null")
    @GetMapping
    Mono<GeoPlace> findPlace(CallSource source, @Params Find in) {
        return Mono.just(database.find(in.address(source)));
    }
}
