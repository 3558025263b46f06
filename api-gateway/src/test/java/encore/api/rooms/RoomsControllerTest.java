package encore.api.rooms;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomCommand.ChangeRoom;
import encore.kernel.rooms.RoomCommand.RemoveRoom;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class RoomsControllerTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final RoomsId ROOMS = new RoomsId(SPRING);
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(RoomsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(AddRoom.class, AddRoom::room)
                .on(ChangeRoom.class, command -> command.change().given())
                .on(RemoveRoom.class, command -> new Room(command.roomKey(), null, null));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | room_key=lounge&room_type=public_rooms",
                JSON + " | {\"room_key\": \"lounge\", \"room_type\": \"public_rooms\"}"
            })
    void a_room_is_added(String type, String body) {
        post("/rooms", type, body).isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(new AddRoom(ROOMS, new Room("lounge", RoomType.PUBLIC_ROOMS, null))));
    }

    @Test
    void a_room_is_called_otherwise_and_removed() {
        post("/rooms/lounge", FORM, "room_title=").isOk();
        delete("/rooms/lounge");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangeRoom(ROOMS, new Patch<>(new Room("lounge", null, null), Set.of("roomTitle"))),
                        new RemoveRoom(ROOMS, "lounge")));
        naming(post("/rooms", FORM, "room_type=public_rooms"), "room_key");
        naming(post("/rooms", FORM, "room_key=x&room_type=private_rooms"), "room_type");
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }

    private void delete(String path) {
        client.delete()
                .uri(ONE + path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }
}
