package encore.api.passes;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassBuilder;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.CheckInShownPass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassOwner;
import encore.kernel.passes.PassQuery.FindPass;
import encore.kernel.passes.PassQuery.FindPasses;
import encore.kernel.passes.PassQuery.FindRewardPass;
import encore.kernel.passes.PassQuery.FindRewardPasses;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;

class PassesControllerTest {

    private static final String UID = "0192f3c1-0000-7000-8000-000000000001";
    private static final String SECTION = "0192f3c1-0000-7000-8000-000000000002";
    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final String MANAGED = "/api/v1/manage/apps/100/passes";
    private static final String CHECK_IN = "/api/v1/apps/100/registration/checkin";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Pass PASS = PassBuilder.builder()
            .passUid(UID)
            .passCode("ABCD2345")
            .fanId(42)
            .checkedIn(false)
            .creationTimestamp(Instant.ofEpochSecond(1_700_000_000))
            .pageTabId(100L)
            .sectionUid(UUID.fromString(SECTION))
            .build();

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(PassesController.class, RewardPassesController.class, CheckInController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_pass() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FindPasses.class, query -> new Page<>(List.of(PASS), "1", "1", false, 1))
                .on(FindPass.class, query -> PASS)
                .on(IssuePass.class, command -> new IssuedPass(UID, "ABCD2345"))
                .on(ChangePass.class, command -> new IssuedPass(UID, "ABCD2345"))
                .on(RevokePass.class, command -> new IssuedPass(UID, "ABCD2345"))
                .on(CheckInShownPass.class, command -> new CheckedInPass(UID, null, 43L, 42, true));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void passes_of_a_reward_are_listed_changed_and_revoked() {
        String ofReward = "/api/v1/manage/rewards/cap/passes";
        backend.on(FindRewardPasses.class, query -> new Page<>(List.of(PASS), "1", "1", true, 1))
                .on(FindRewardPass.class, query -> PASS);
        GATEWAY.server()
                .get()
                .uri(ofReward + "?next_pass_key=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta.next_pass_key")
                .isEqualTo("1")
                .jsonPath("$.data[0].pass_code")
                .isEqualTo("ABCD2345");
        GATEWAY.server()
                .get()
                .uri(ofReward + "/" + UID)
                .exchange()
                .expectStatus()
                .isOk();
        GATEWAY.post(ofReward + "/" + UID, FORM, "claim_fan_id=43").isOk();
        GATEWAY.server()
                .delete()
                .uri(ofReward + "/" + UID)
                .exchange()
                .expectStatus()
                .isOk();
        PassOwner owner = PassOwner.of(new RewardId(7, "cap"));
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangePass(new PassId(7, UID), owner, Patch.of(new PassDetails(43L, null))),
                        new RevokePass(new PassId(7, UID), owner)));
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindRewardPasses(7, "cap", new NextKey("1", 1_000)), new FindRewardPass(7, "cap", UID)));
    }

    @Test
    void passes_are_listed_and_read() {
        String json = "{\"pass_uid\": \"%s\", \"pass_code\": \"ABCD2345\", \"page_tab_id\": 100, \"fan_id\": 42,"
                        .formatted(UID)
                + "\"section_uid\": \"%s\", \"checked_in\": false, \"creation_timestamp\": 1700000000}"
                        .formatted(SECTION);
        get(MANAGED).isOk().expectBody().json("[" + json + "]");
        get(MANAGED + "/" + UID).isOk().expectBody().json(json);
        assertThat(backend.asked.getLast()).isEqualTo(new FindPass(7, 100, UID));
        get("/api/v1/manage/apps/spring/passes").isNotFound();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | fan_id=42&claim_fan_id=43&section_uid=" + SECTION,
                "application/json | {\"fan_id\": 42, \"claim_fan_id\": 43, \"section_uid\": \"" + SECTION + "\"}"
            })
    void a_pass_is_issued_under_a_code_that_nobody_misreads(String type, String body) {
        Set<String> codes = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            GATEWAY.post(MANAGED, type, body)
                    .isOk()
                    .expectBody()
                    .json("{\"pass_uid\": \"" + UID + "\", \"pass_code\": \"ABCD2345\"}");
            var command = (IssuePass) backend.sent.getLast();
            assertThat(command.campaign()).isEqualTo(SHOW);
            assertThat(command.fanId()).isEqualTo(42);
            assertThat(command.details()).isEqualTo(new PassDetails(43L, UUID.fromString(SECTION)));
            assertThat(command.code()).matches("[A-HJKMNP-Z2-9]{8}");
            codes.add(command.code());
        }
        assertThat(codes).hasSize(5);
    }

    @Test
    void an_empty_value_of_a_change_clears_the_component() {
        GATEWAY.post(MANAGED + "/" + UID, FORM, "claim_fan_id=").isOk();
        var change = new Patch<>(PassDetails.NONE, Set.of("claimFanId"));
        assertThat(backend.sent).isEqualTo(List.of(new ChangePass(new PassId(7, UID), PassOwner.of(SHOW), change)));
    }

    @Test
    void revoking_answers_true() {
        GATEWAY.server()
                .delete()
                .uri(MANAGED + "/" + UID)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RevokePass(new PassId(7, UID), PassOwner.of(SHOW))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | pass_code=abCD2345", "application/json | {\"pass_code\": \"abCD2345\"}"})
    void a_code_is_shown_in_any_case(String type, String body) {
        GATEWAY.post(CHECK_IN, type, body)
                .isOk()
                .expectBody()
                .json(
                        "{\"pass_uid\": \"%s\", \"section_uid\": null, \"claim_fan_id\": 43, \"fan_id\": 42, \"checked_in\": true}"
                                .formatted(UID));
        assertThat(backend.sent).isEqualTo(List.of(new CheckInShownPass(SHOW, null, "ABCD2345")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | pass_code",
                "pass_code=ABCD234 | pass_code",
                "pass_code=ABCD-345 | pass_code",
                "pass_uid=ABCD2345 | pass_uid"
            })
    void a_value_that_is_no_pass_is_named(String form, String field) {
        GatewayUnderTest.naming(GATEWAY.post(CHECK_IN, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    private StatusAssertions get(String path) {
        return GATEWAY.server().get().uri(path).exchange().expectStatus();
    }
}
