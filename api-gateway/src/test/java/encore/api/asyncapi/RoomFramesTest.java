package encore.api.asyncapi;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.fanout.RoomConnection.Joined;
import encore.api.privacy.RecordWalk;
import encore.api.privacy.RecordWalk.Part;
import encore.kernel.shows.control.HomeOverlay;
import encore.kernel.shows.control.LiveOverlayFrame;
import encore.kernel.shows.control.PinnedOverlay;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoomFramesTest {

    /** A frame is encoded once for all connections of a room, those without contacts among them (ADR 115). */
    @Test
    void a_frame_of_a_room_has_no_contact() {
        List<Part> parts = RecordWalk.of(Stream.concat(
                        RoomFrames.ALL.stream().<Type>map(RoomFrames.FrameKind::data),
                        Stream.of(Joined.class, LiveOverlayFrame.class, HomeOverlay.class, PinnedOverlay.class))
                .toList());
        assertThat(parts).hasSizeGreaterThan(50);
        assertThat(parts.stream().filter(Part::isMarked).map(Part::place)).isEmpty();
        assertThat(parts.stream().filter(Part::looksLikeContact).map(Part::name).distinct())
                .containsExactlyInAnyOrder(
                        "display_name", // what every fan sees
                        "room_name",
                        "option_name",
                        "overlay_public_name",
                        "sponsor_name",
                        "feed_name",
                        "crm_field_key",
                        "field_type");
    }
}
