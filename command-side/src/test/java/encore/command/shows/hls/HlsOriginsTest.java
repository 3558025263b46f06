package encore.command.shows.hls;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.AddHlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.RemoveHlsOrigin;
import encore.kernel.shows.hls.HlsOriginEvent.HlsOriginAdded;
import encore.kernel.shows.hls.HlsOriginEvent.HlsOriginRemoved;
import encore.kernel.shows.hls.HlsOriginsId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HlsOriginsTest {

    private static final HlsOriginsId ORIGINS = new HlsOriginsId(7);
    private static final HlsOrigin CDN = new HlsOrigin("cdn.example");

    private final AggregateUnderTest<HlsOrigins> origins = new AggregateUnderTest<>(HlsOrigins.class);

    @Test
    void a_host_is_added_once() {
        origins.givenNoPriorActivity()
                .when(new AddHlsOrigin(ORIGINS, CDN))
                .expectEvents(new HlsOriginAdded(ORIGINS, CDN))
                .expectResultMessagePayload(CDN);
        origins.given(new HlsOriginAdded(ORIGINS, CDN))
                .when(new AddHlsOrigin(ORIGINS, CDN))
                .expectNoEvents()
                .expectException(refusalNaming("host"));
        Object[] many = IntStream.range(0, 100)
                .mapToObj(i -> new HlsOriginAdded(ORIGINS, new HlsOrigin("cdn" + i + ".example")))
                .toArray();
        origins.given(many).when(new AddHlsOrigin(ORIGINS, CDN)).expectNoEvents();
    }

    @Test
    void a_host_is_removed_and_then_unknown() {
        origins.given(new HlsOriginAdded(ORIGINS, CDN))
                .when(new RemoveHlsOrigin(ORIGINS, "cdn.example"))
                .expectEvents(new HlsOriginRemoved(ORIGINS, "cdn.example"));
        origins.givenNoPriorActivity()
                .when(new RemoveHlsOrigin(ORIGINS, "cdn.example"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }
}
