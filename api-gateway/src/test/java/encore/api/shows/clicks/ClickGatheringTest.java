package encore.api.shows.clicks;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.shows.LiveSessions;
import encore.api.shows.LogClock;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.clicks.ClickCommand.CountClicks;
import encore.kernel.shows.clicks.ClickCommand.ReceivedTotal;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickQuery.FindClickTotals;
import encore.kernel.shows.clicks.CountedClicks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class ClickGatheringTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(ClickerController.class, ClickGathering.class, ClickerAction.class, LogClock.class);

    private static final CampaignId CAMPAIGN = new CampaignId(ACCOUNT, 17);
    private static final String CLICKER = ShowUid.CLICKER_INSTANCE.at(500);

    private final FakeBackend backend = GATEWAY.backend;
    private final ClickGathering gathering = GATEWAY.bean(ClickGathering.class);

    @BeforeEach
    void a_live_session_of_fan_42_who_has_90_clicks() {
        LiveSessions.of(GATEWAY, 42L);
        backend.on(CountClicks.class, count -> new CountedClicks(List.of()));
        backend.on(
                FindClickTotals.class,
                query -> query.fanIds().stream()
                        .map(fan -> new ClickTotal(fan, 90))
                        .toList());
    }

    @Test
    void a_total_is_counted_and_answered_with_the_largest() {
        post("clicker_instance_uid=" + CLICKER + "&click_count=70")
                .expectStatus()
                .isOk()
                .expectHeader()
                .exists("Encore-Position")
                .expectBody()
                .jsonPath("$.click_count")
                .isEqualTo(90)
                .jsonPath("$.clicker_instance_uid")
                .isEqualTo(CLICKER);
        CountClicks sent = sent();
        assertThat(sent.clickerPosition()).isEqualTo(500);
        assertThat(sent.clicks().campaign()).isEqualTo(CAMPAIGN);
        assertThat(sent.totals()).extracting(ReceivedTotal::fanId).containsExactly(42L);
        assertThat(backend.callers).anyMatch(caller -> caller.actor().equals("gateway"));
    }

    @Test
    void totals_of_half_a_second_are_one_command() {
        List<CountedTotal> counted = Flux.range(1, 300)
                .flatMap(fan -> count(fan, 5), 300)
                .collectList()
                .block(Duration.ofSeconds(10));
        assertThat(counted).hasSize(300).containsOnly(new CountedTotal(CLICKER, 90));
        assertThat(backend.sent.stream().filter(CountClicks.class::isInstance)).hasSize(1);
    }

    @Test
    void a_thousand_do_not_wait_for_the_half_second() {
        Flux.fromStream(LongStream.rangeClosed(1, 2_500).boxed())
                .flatMap(fan -> count(fan, 5), 2_500)
                .collectList()
                .block(Duration.ofSeconds(10));
        List<Integer> sizes = backend.sent.stream()
                .filter(CountClicks.class::isInstance)
                .map(each -> ((CountClicks) each).totals().size())
                .toList();
        // On a busy machine the half second may end amid them.
        assertThat(sizes).contains(1_000).allMatch(size -> size <= 1_000);
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2_500);
    }

    @Test
    void totals_that_come_from_many_threads_at_once_are_all_answered() {
        for (int round = 0; round < 5; round++) {
            List<CountedTotal> counted = Flux.range(1, 20_000)
                    .flatMap(fan -> count(fan, 5).subscribeOn(Schedulers.parallel()), 20_000)
                    .collectList()
                    .block(Duration.ofSeconds(20));
            assertThat(counted).hasSize(20_000);
        }
    }

    @Test
    void a_total_outside_the_window_is_refused_and_others_of_the_command_are_not() {
        backend.on(CountClicks.class, count -> new CountedClicks(List.of(1)));
        Mono<CountedTotal> first = count(41, 5).cache();
        Mono<CountedTotal> second = count(42, 5).cache();
        Mono<CountedTotal> third = count(43, 5).cache();
        first.subscribe();
        second.subscribe(done -> {}, failure -> {});
        third.subscribe();
        assertThat(third.block(Duration.ofSeconds(5))).isEqualTo(new CountedTotal(CLICKER, 90));
        assertThat(first.block(Duration.ofSeconds(5))).isEqualTo(new CountedTotal(CLICKER, 90));
        assertThat(second.map(CountedTotal::toString)
                        .onErrorResume(Refusal.class, refusal -> Mono.just(refusal.type()))
                        .block(Duration.ofSeconds(5)))
                .isEqualTo("window-closed");
    }

    @Test
    void a_refusal_reaches_all_callers() {
        backend.on(
                CountClicks.class,
                count -> Mono.error(new Refusal(
                        Refusal.Kind.RULE, "unknown-clicker", "clicker_instance_uid", "There is no such clicker.")));
        naming(post("clicker_instance_uid=" + CLICKER + "&click_count=70").expectStatus(), "clicker_instance_uid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "click_count=5",
                "clicker_instance_uid=x&click_count=5",
                "clicker_instance_uid=0190b5a1-0000-7000-8000-000000000001&click_count=5"
            })
    void a_uid_that_is_none_is_refused(String form) {
        naming(post(form).expectStatus(), "clicker_instance_uid");
        assertThat(backend.sent).noneMatch(CountClicks.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&click_count=0", "&click_count=-1", "&click_count=1000000001", "&click_count=1.5"})
    void a_wrong_count_is_refused(String rest) {
        naming(post("clicker_instance_uid=" + CLICKER + rest).expectStatus(), "click_count");
    }

    @Test
    void a_banned_fan_clicks_no_more_and_a_muted_one_does() {
        backend.publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, true, null));
        post("clicker_instance_uid=" + CLICKER + "&click_count=70")
                .expectStatus()
                .isOk();
        backend.sent.clear();
        backend.publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, false, null));
        post("clicker_instance_uid=" + CLICKER + "&click_count=71")
                .expectStatus()
                .isForbidden()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/fan-banned");
        assertThat(backend.sent).noneMatch(CountClicks.class::isInstance);
        backend.publish(new ControlMessage.UnbannedFan(ACCOUNT, 17, 42));
    }

    @Test
    void only_a_fan_clicks() {
        LiveSessions.of(GATEWAY, null);
        post("clicker_instance_uid=" + CLICKER + "&click_count=70")
                .expectStatus()
                .isBadRequest();
        GATEWAY.post(
                        "/api/v1/fanxp/17/clicker",
                        "application/x-www-form-urlencoded",
                        "clicker_instance_uid=" + CLICKER + "&click_count=70")
                .isUnauthorized();
        assertThat(backend.sent).noneMatch(CountClicks.class::isInstance);
    }

    private Mono<CountedTotal> count(long fan, long clicks) {
        return gathering.count(RequestContext.defaults(), CAMPAIGN, fan, CLICKER, clicks, Instant.now());
    }

    private CountClicks sent() {
        return (CountClicks) backend.sent.stream()
                .filter(CountClicks.class::isInstance)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private static ResponseSpec post(String form) {
        return LiveSessions.page(GATEWAY)
                .post()
                .uri("/api/v1/fanxp/17/clicker")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }
}
