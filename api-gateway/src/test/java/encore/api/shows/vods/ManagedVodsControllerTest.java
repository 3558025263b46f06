package encore.api.shows.vods;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodCommand.AddVod;
import encore.kernel.shows.vods.VodCommand.ChangeVod;
import encore.kernel.shows.vods.VodCommand.RemoveVod;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.kernel.shows.vods.VodQuery.FindVod;
import encore.kernel.shows.vods.VodsId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedVodsControllerTest {

    private static final String VODS = "/api/v1/manage/live/100/vods";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final VodsId LIST = new VodsId(new CampaignId(GatewayUnderTest.ACCOUNT, 100));
    private static final UUID PICTURE = UUID.fromString("01980000-0000-7000-8000-000000000001");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ManagedVodsController.class, VodsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void everything_is_done() {
        VodItem item = VodItemBuilder.builder().optionId(5).optionName("Intro").build();
        backend.on(AddVod.class, AddVod::vod)
                .on(ChangeVod.class, command -> item)
                .on(RemoveVod.class, command -> item)
                .on(FindVod.class, query -> Vod.of(100, item, 9, Instant.EPOCH));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | option_name=Intro&page=waiting&media_uid=01980000-0000-7000-8000-000000000001&field_idx=0"
                        + "&hls_url=https://cdn.example/a.m3u8&is_approved=on&clicks=3",
                JSON + " | {\"option_name\": \"Intro\", \"page\": \"waiting\", \"field_idx\": 0, \"is_approved\": true,"
                        + " \"media_uid\": \"01980000-0000-7000-8000-000000000001\", \"clicks\": 3,"
                        + " \"hls_url\": \"https://cdn.example/a.m3u8\"}"
            })
    void a_vod_is_added_under_a_minted_number(String type, String body) {
        GATEWAY.post(VODS, type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.activity_id")
                .isEqualTo(9);
        var sent = (AddVod) backend.sent.getFirst();
        assertThat(sent.vod().optionId()).isPositive().isLessThan(1L << 53);
        assertThat(sent)
                .isEqualTo(new AddVod(
                        LIST,
                        VodItemBuilder.builder()
                                .optionId(sent.vod().optionId())
                                .optionName("Intro")
                                .page("waiting")
                                .mediaUid(PICTURE)
                                .fieldIdx(0)
                                .hlsUrl("https://cdn.example/a.m3u8")
                                .isApproved(true)
                                .clicks(3L)
                                .build()));
        assertThat(backend.asked)
                .containsExactly(
                        new FindVod(GatewayUnderTest.ACCOUNT, 100, sent.vod().optionId()));
    }

    @Test
    void a_vod_is_changed_and_removed() {
        GATEWAY.post(VODS + "/5", FORM, "page=&is_approved=false").isOk();
        GATEWAY.server().delete().uri(VODS + "/5").exchange().expectStatus().isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangeVod(
                                LIST,
                                new Patch<>(
                                        VodItemBuilder.builder()
                                                .optionId(5)
                                                .isApproved(false)
                                                .build(),
                                        Set.of("page"))),
                        new RemoveVod(LIST, 5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hls_url=http://cdn.example/a.m3u8",
                "hls_url=javascript:alert(1)",
                "clicks=-1",
                "impressions=x",
                "field_idx=-1",
                "media_uid=x",
                "is_approved=perhaps",
                "fan_id=x"
            })
    void a_wrong_field_is_named_and_changes_nothing(String parameter) {
        String field = parameter.substring(0, parameter.indexOf('='));
        naming(GATEWAY.post(VODS, FORM, "option_name=Intro&" + parameter), field);
        naming(GATEWAY.post(VODS + "/5", FORM, parameter), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void fans_read_the_approved_vods_of_a_page() {
        backend.on(FindApprovedVods.class, query -> List.of());
        GATEWAY.server()
                .get()
                .uri("/api/v1/fanxp/100/vod?page=waiting")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("[]");
        assertThat(backend.asked).containsExactly(new FindApprovedVods(GatewayUnderTest.ACCOUNT, 100, "waiting"));
    }
}
