package encore.query.rooms;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomEvent.RoomAdded;
import encore.kernel.rooms.RoomEvent.RoomChanged;
import encore.kernel.rooms.RoomEvent.RoomRemoved;
import encore.kernel.rooms.RoomQuery.FindRoom;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import encore.query.EarlierDocuments;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomsProjectionTest {

    @Test
    void a_live_campaign_has_rooms_from_the_start() {
        var ours = new RoomsId(SPRING);
        var stage = new Room("stage", RoomType.PERMANENT_ROOMS, null);
        var lounge = new Room("lounge", RoomType.PUBLIC_ROOMS, "Lounge");
        for (AppType type : List.of(AppType.FANXP, AppType.LIVEXP, AppType.TRIVIA)) {
            try (var rooms = new ProjectionUnderTest<>(() -> new RoomsProjection(springIsThere(type)))) {
                rooms.given(
                        new RoomAdded(ours, stage),
                        new RoomAdded(ours, new Room("bar", RoomType.PUBLIC_ROOMS, null)),
                        new RoomAdded(ours, new Room("lounge", RoomType.PUBLIC_ROOMS, null)),
                        new RoomChanged(ours, lounge),
                        new RoomRemoved(ours, "bar"));
                List<Room> found =
                        rooms.<List<Room>>read(documents -> rooms.projection().find(new FindRooms(7, 100), documents));
                if (type == AppType.TRIVIA) {
                    assertThat(found).containsExactly(stage, lounge);
                    unknown(() -> rooms.<Room>read(
                            documents -> rooms.projection().find(new FindRoom(7, 100, "control"), documents)));
                } else {
                    assertThat(found)
                            .extracting(Room::roomKey)
                            .containsExactly("global_chat", "control", "stage", "lounge");
                }
                unknown(() ->
                        rooms.<Room>read(documents -> rooms.projection().find(new FindRoom(7, 100, "bar"), documents)));
                unknown(() ->
                        rooms.<List<Room>>read(documents -> rooms.projection().find(new FindRooms(7, 101), documents)));
                replayed(rooms);
            }
        }
    }

    @Test
    void rooms_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var stage = new Room("stage", RoomType.PERMANENT_ROOMS, "Stage");
        var earlier = Collection.of("rooms", EarlierRooms.class);
        var rooms = new RoomsProjection(springIsThere(AppType.TRIVIA));
        assertThat(EarlierDocuments.<List<Room>>read(
                        files,
                        rooms,
                        earlier,
                        batch -> batch.put(earlier, "rooms.7.100", new EarlierRooms(List.of(stage))),
                        documents -> rooms.find(new FindRooms(7, 100), documents)))
                .containsExactly(stage);
    }

    private record EarlierRooms(List<Room> rooms) {}

    private static void unknown(ThrowingCallable question) {
        assertThatThrownBy(question)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }
}
