package encore.api.shows.bans;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.shows.bans.BanQuery.FindBan;
import encore.kernel.shows.bans.BanQuery.FindBans;
import encore.kernel.shows.bans.SavedBan;
import encore.kernel.shows.bans.ShowBan;
import encore.kernel.shows.players.PlayerCommand.BanFan;
import encore.kernel.shows.players.PlayerCommand.UnbanFan;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BansControllerTest {

    private static final String PATH = "/api/v1/manage/live/17/bans";
    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant UNTIL = Instant.parse("2999-03-01T12:00:00Z");
    private static final PlayerId PLAYER = new PlayerId(new CampaignId(ACCOUNT, 17), 42);
    private static final ShowBan BAN = new ShowBan(42, "Ada", false, UNTIL, "spam", MADE);
    private static final String SPELLED = "{\"fan_id\":42,\"display_name\":\"Ada\",\"is_mute\":false,"
            + "\"until\":32477284800,\"until_iso\":\"2999-03-01T12:00:00Z\",\"reason\":\"spam\","
            + "\"creation_timestamp\":1772366400,\"creation_timestamp_iso\":\"2026-03-01T12:00:00Z\"}";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(BansController.class);

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded, fan_id=42&until=2999-03-01T12:00:00&reason=spam",
        "application/json, '{\"fan_id\":42,\"until\":\"2999-03-01T12:00:00\",\"reason\":\"spam\",\"is_mute\":false}'"
    })
    void a_ban_is_in_force_here_before_the_answer(String type, String body) {
        GATEWAY.backend
                .on(BanFan.class, command -> {
                    GATEWAY.backend.publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, false, UNTIL.toEpochMilli()));
                    return new SavedBan(42);
                })
                .on(FindBan.class, query -> BAN);
        GATEWAY.post(PATH, type, body).isOk().expectBody(String.class).isEqualTo(SPELLED);
        assertThat(GATEWAY.backend.sent).containsExactly(new BanFan(PLAYER, false, UNTIL, "spam"));
        assertThat(GATEWAY.backend.asked).containsExactly(new FindBan(ACCOUNT, 17, 42));
    }

    @ParameterizedTest
    @CsvSource({
        "fan_id=0, fan_id",
        "reason=x, fan_id",
        "fan_id=42&until=soon, until",
        "fan_id=42&is_mute=maybe, is_mute"
    })
    void a_wrong_ban_is_refused(String body, String field) {
        GatewayUnderTest.naming(GATEWAY.post(PATH, "application/x-www-form-urlencoded", body), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void bans_are_listed_found_and_lifted() {
        GATEWAY.backend
                .on(FindBans.class, query -> new Page<>(List.of(BAN), "42", "42", false, 9))
                .on(FindBan.class, query -> BAN)
                .on(UnbanFan.class, command -> {
                    GATEWAY.backend.publish(new ControlMessage.UnbannedFan(ACCOUNT, 17, 42));
                    return new SavedBan(42);
                });
        GATEWAY.server().get().uri(PATH).exchange().expectBody(String.class).isEqualTo("[" + SPELLED + "]");
        GATEWAY.server()
                .get()
                .uri(PATH + "/42")
                .exchange()
                .expectBody(String.class)
                .isEqualTo(SPELLED);
        GATEWAY.server()
                .delete()
                .uri(PATH + "/42")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent).containsExactly(new UnbanFan(PLAYER));
    }
}
