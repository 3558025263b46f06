package encore.api.home;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.kernel.home.AccountNumbers;
import encore.kernel.home.AccountNumbersBuilder;
import encore.kernel.home.EntryKind;
import encore.kernel.home.Home;
import encore.kernel.home.Home.FirstStep;
import encore.kernel.home.Home.HomeNeed;
import encore.kernel.home.Home.HomeNumbers;
import encore.kernel.home.Home.NeedThing;
import encore.kernel.home.Home.PointTypeName;
import encore.kernel.home.Home.TimedNumbers;
import encore.kernel.home.HomeHomeEntryBuilder;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.home.NeedKind;
import encore.kernel.home.StepKind;
import encore.kernel.people.Role;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

class HomeControllerTest {

    private static final String HOME = "/api/v1/manage/home";
    private static final Instant START = Instant.ofEpochSecond(1_800_000_000);
    private static final AccountNumbers NUMBERS = AccountNumbersBuilder.builder(AccountNumbers.ofAward("p-1", 40))
            .newFans(2)
            .purchases(1)
            .grossSaleAmount(new BigDecimal("12.5"))
            .build();

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(HomeController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_start_page_of_each_part() {
        var numbers = new HomeNumbers(
                NUMBERS,
                AccountNumbers.NONE,
                3,
                "EUR",
                List.of(new PointTypeName("p-1", "applause")),
                List.of(new TimedNumbers(START, NUMBERS)));
        var entry = HomeHomeEntryBuilder.builder()
                .kind(EntryKind.PERFORMANCE)
                .name("Gala")
                .performanceUid("g-1")
                .performanceDate(LocalDate.parse("2027-01-16"))
                .build();
        var need = new HomeNeed(NeedKind.FLAGGED_CHAT, 200, true, List.of(new NeedThing("1042", "Show")));
        backend.asked.clear();
        backend.on(
                FindHome.class,
                query -> new Home(
                        query.days(),
                        ZoneId.of("Europe/Vienna"),
                        START,
                        START.plusSeconds(90),
                        numbers,
                        List.of(entry),
                        List.of(),
                        List.of(need),
                        List.of(new FirstStep(StepKind.QUEST_OR_REWARD, true))));
    }

    @Test
    void each_part_is_told_under_its_names() {
        GATEWAY.server()
                .get()
                .uri(HOME + "?days=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"days": 1, "console_time_zone": "Europe/Vienna", "start_timestamp": 1800000000,
                         "end_timestamp": 1800000090,
                         "numbers": {"active_fans": 3, "currency": "EUR",
                           "total": {"new_fans": 2, "activities": 0, "quests_completed": 0, "rewards_issued": 0, "new_tickets": 0,
                             "purchases": 1, "gross_sale_amount": 12.5, "net_sale_amount": 0,
                             "points": [{"point_uid": "p-1", "given": 40, "taken": 0}]},
                           "total_before": {"new_fans": 0, "points": []},
                           "point_types": [{"point_uid": "p-1", "point_name": "applause"}],
                           "series": [{"start_timestamp": 1800000000, "numbers": {"new_fans": 2}}]},
                         "on_now": [{"kind": "performance", "name": "Gala", "page_tab_id": null, "performance_uid": "g-1",
                           "live_status": null, "performance_date": "2027-01-16"}],
                         "next": [],
                         "needs": [{"kind": "flagged_chat", "count": 200, "is_at_least": true,
                           "things": [{"id": "1042", "name": "Show"}]}],
                         "first_steps": [{"step": "quest_or_reward", "is_done": true}]}""");
    }

    @Test
    void a_window_has_a_week_unless_its_days_are_given() {
        GATEWAY.server().get().uri(HOME).exchange().expectStatus().isOk();
        assertThat(asked().days()).isEqualTo(7);
        assertThat(asked().account()).isEqualTo(ACCOUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "32", "-1", "many"})
    void a_window_of_no_days_or_of_too_many_is_refused(String days) {
        GATEWAY.server()
                .get()
                .uri(HOME + "?days=" + days)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("days");
        assertThat(backend.asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OWNER", "MODERATOR", "VIEWER"})
    void a_person_is_asked_for_with_the_rights_of_the_role(String role) {
        PersonUnderTest person = PersonUnderTest.signedIn(GATEWAY, Role.valueOf(role));
        person.call(HttpMethod.GET, HOME).exchange().expectStatus().isOk();
        assertThat(asked().rights())
                .containsExactlyInAnyOrderElementsOf(Role.valueOf(role).rights());
    }

    @Test
    void a_pair_without_a_ceiling_has_all_rights() {
        GATEWAY.server().get().uri(HOME).exchange().expectStatus().isOk();
        assertThat(asked().rights()).containsExactlyInAnyOrderElementsOf(Role.OWNER.rights());
    }

    private FindHome asked() {
        return (FindHome) backend.asked.getLast();
    }
}
