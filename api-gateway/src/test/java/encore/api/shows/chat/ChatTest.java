package encore.api.shows.chat;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.api.problems.Problem;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.AcceptedMessage;
import encore.kernel.shows.chat.ChatCommand.InteractWithOverlay;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatCommand.ReportChatMessage;
import encore.kernel.shows.chat.ChatCommand.RestoreChatMessage;
import encore.kernel.shows.chat.ChatCommand.SendChatMessage;
import encore.kernel.shows.chat.ChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindAcceptedMessage;
import encore.kernel.shows.chat.ChatQuery.FindChatHistory;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessage;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessages;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow.MessageShow;
import encore.kernel.shows.chat.ChatSelection;
import encore.kernel.shows.chat.ChatTerms;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ManagedMessage;
import encore.kernel.shows.chat.ManagedMessageBuilder;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.PlayerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class ChatTest {

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final String FANXP = "/api/v1/fanxp/17/";
    private static final String MANAGE = "/api/v1/manage/live/17/chat_messages";
    private static final String CHAT = "global_chat:room:17";
    private static final String MESSAGE = ShowUid.CHAT_MESSAGE.at(500);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ShowId SHOW = new ShowId(new CampaignId(ACCOUNT, 17));
    private static final PlayerId PLAYER = new PlayerId(new CampaignId(ACCOUNT, 17), 42);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            ChatController.class,
            ManagedChatController.class,
            RoomRates.class,
            ChatMessageAction.class,
            OverlayInteractionAction.class,
            RemoveChatMessageAction.class,
            UnflagChatMessageAction.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final KnownSessions sessions = GATEWAY.bean(KnownSessions.class);

    @BeforeEach
    void a_live_session_of_fan_42() {
        live(42L);
    }

    @Test
    void the_last_fifty_messages_are_read_by_a_session_or_the_secret() {
        ChatMessage message = new ChatMessage(MESSAGE, "&lt;hi&gt;", CHAT, "Ada", NOON, 42, "moderator", 500);
        backend.on(FindChatHistory.class, query -> List.of(message));
        app().get()
                .uri(FANXP + "chat_messages?session_uid=" + UID)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("[{\"chat_message_uid\":\"" + MESSAGE + "\",\"message\":\"&lt;hi&gt;\",\"room_name\":\""
                        + CHAT + "\",\"display_name\":\"Ada\",\"unix_timestamp\":1772366400,\"fan_id\":42,"
                        + "\"moderator_status\":\"moderator\",\"position\":500}]");
        GATEWAY.server()
                .get()
                .uri(FANXP + "chat_messages?room_name=public_rooms:bar:17&limit=200&before=9")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked)
                .containsExactly(
                        new FindChatHistory(ACCOUNT, 17, null, null, 50),
                        new FindChatHistory(ACCOUNT, 17, "public_rooms:bar:17", 9L, 200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=201", "limit=x", "before=0", "before=-1", "before=9007199254740992"})
    void a_wrong_page_is_refused(String query) {
        GatewayUnderTest.naming(
                GATEWAY.server()
                        .get()
                        .uri(FANXP + "chat_messages?" + query)
                        .exchange()
                        .expectStatus(),
                query.substring(0, query.indexOf('=')));
    }

    @Test
    void without_a_session_nobody_reads() {
        app().get().uri(FANXP + "chat_messages").exchange().expectStatus().isUnauthorized();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "application/json"})
    void a_fan_reports_a_message(String type) {
        backend.on(ReportChatMessage.class, command -> CountedAction.WITHIN_LIMIT);
        report(type, "rude").expectStatus().isOk().expectBody(String.class).isEqualTo("true");
        assertThat(backend.sent).last().isEqualTo(new ReportChatMessage(PLAYER, MESSAGE, "rude"));
    }

    @Test
    void too_many_reports_are_a_429() {
        backend.on(ReportChatMessage.class, command -> new CountedAction(40L));
        report("application/json", "rude")
                .expectStatus()
                .isEqualTo(429)
                .expectHeader()
                .valueEquals("Retry-After", "40");
    }

    @Test
    void a_report_is_that_of_a_fan() {
        GATEWAY.post(FANXP + "report_chat", "application/x-www-form-urlencoded", "chat_message_uid=" + MESSAGE)
                .isUnauthorized();
        live(null);
        report("application/json", "rude")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/guest");
        live(42L);
        GatewayUnderTest.naming(report("application/json", "r".repeat(501)).expectStatus(), "reason");
        assertThat(backend.sent).noneMatch(ReportChatMessage.class::isInstance);
    }

    @Test
    void a_banned_fan_is_shut_out_and_a_muted_one_reads() {
        backend.on(FindChatHistory.class, query -> List.of());
        publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, false, null));
        read("17").expectStatus().isForbidden().expectBody().jsonPath("$.type").isEqualTo("/problems/fan-banned");
        read("18").expectStatus().isOk();
        live(43L);
        read("17").expectStatus().isOk();
        live(42L);
        publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, true, null));
        read("17").expectStatus().isOk();
        publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, false, System.currentTimeMillis() - 1));
        read("17").expectStatus().isOk();
        publish(new ControlMessage.BannedFan(ACCOUNT, 17, 42, false, System.currentTimeMillis() + 60_000));
        read("17").expectStatus().isForbidden();
        publish(new ControlMessage.UnbannedFan(ACCOUNT, 17, 42));
        read("17").expectStatus().isOk();
    }

    @Test
    void staff_lists_removes_and_restores_messages() {
        ManagedMessage message = ManagedMessageBuilder.builder()
                .chatMessageUid(MESSAGE)
                .message("hi")
                .roomName(CHAT)
                .unixTimestamp(NOON)
                .fanId(42)
                .isRemoved(false)
                .reportCount(0)
                .position(500)
                .build();
        backend.on(FindManagedMessages.class, query -> new Page<>(List.of(message), "500", "500", false, 500))
                .on(FindManagedMessage.class, query -> message)
                .on(RemoveChatMessage.class, command -> new ModeratedMessage(500))
                .on(RestoreChatMessage.class, command -> new ModeratedMessage(500));
        GATEWAY.server()
                .get()
                .uri(MANAGE + "?room_name=" + CHAT + "&fan_id=42&is_removed=true&is_reported=false&q=hi")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].chat_message_uid")
                .isEqualTo(MESSAGE);
        assertThat(backend.asked)
                .containsExactly(new FindManagedMessages(
                        ACCOUNT, 17, new ChatSelection(CHAT, 42L, true, false, "hi"), new NextKey(null, 500)));
        GATEWAY.server()
                .delete()
                .uri(MANAGE + "/" + MESSAGE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        GATEWAY.post(MANAGE + "/" + MESSAGE + "/restore", "application/json", "{}")
                .isOk()
                .expectBody()
                .jsonPath("$.is_removed")
                .isEqualTo(false);
        assertThat(backend.sent)
                .containsExactly(
                        new RemoveChatMessage(SHOW, MESSAGE, null), new RestoreChatMessage(SHOW, MESSAGE, null));
        GATEWAY.server()
                .get()
                .uri(MANAGE + "/nonsense")
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @Test
    void the_newest_messages_are_listed_up_to_a_limit() {
        ManagedMessage message = new ManagedMessage(MESSAGE, "hi", CHAT, "Ada", NOON, 42, null, false, null, 1, 500);
        backend.on(FindManagedMessages.class, query -> new Page<>(List.of(message, message), "1", "2", true, 5));
        GATEWAY.server()
                .get()
                .uri(MANAGE + "?is_reported=true&limit=2")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(2);
        assertThat(backend.asked)
                .as("no further page is asked for")
                .containsExactly(new FindManagedMessages(
                        ACCOUNT, 17, new ChatSelection(null, null, null, true, null), new NextKey(null, 2)));
        GatewayUnderTest.naming(
                GATEWAY.server().get().uri(MANAGE + "?limit=501").exchange().expectStatus(), "limit");
    }

    @Test
    void a_message_is_acknowledged_with_its_uid_and_the_time_of_the_log() {
        terms(50);
        backend.on(SendChatMessage.class, command -> new SentChatMessage(500L, null))
                .on(FindAcceptedMessage.class, query -> new AcceptedMessage(MESSAGE, NOON));
        assertThat(say(new ChatMessageAction.Post(ACCOUNT, CHAT, " hi ")))
                .isEqualTo(new AcceptedMessage(MESSAGE, NOON));
        assertThat(backend.sent).containsExactly(new SendChatMessage(PLAYER, CHAT, " hi "));
        assertThat(backend.asked).contains(new FindAcceptedMessage(ACCOUNT, 500));
    }

    @Test
    void a_foreign_account_or_fan_is_a_401_and_a_wrong_room_a_400() {
        refused(() -> say(new ChatMessageAction.Post(8L, CHAT, "hi")), 401);
        refused(() -> say(new ChatMessageAction.Post(ACCOUNT, "nonsense", "hi")), 400);
        refused(() -> interact(new OverlayInteractionAction.Interaction("expand", 43L, "x", ACCOUNT)), 401);
        refused(() -> interact(new OverlayInteractionAction.Interaction("expand", 42L, "x", 8L)), 401);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_fan_beyond_a_limit_learns_when_to_come_back() {
        terms(50);
        backend.on(SendChatMessage.class, command -> new SentChatMessage(null, 6L))
                .on(InteractWithOverlay.class, command -> new CountedAction(59L));
        Problem chatted = refused(() -> say(new ChatMessageAction.Post(null, CHAT, "hi")), 429);
        assertThat(chatted.headers()).containsEntry("Retry-After", "6");
        Problem interacted =
                refused(() -> interact(new OverlayInteractionAction.Interaction("expand", null, "x", null)), 429);
        assertThat(interacted.headers()).containsEntry("Retry-After", "59");
    }

    @Test
    void an_interaction_is_recorded_with_the_address() {
        backend.on(InteractWithOverlay.class, command -> CountedAction.WITHIN_LIMIT);
        assertThat(interact(new OverlayInteractionAction.Interaction("expand", 42L, "uid", ACCOUNT)))
                .isEqualTo(new RoomAction.NoAnswer());
        assertThat(backend.sent)
                .containsExactly(new InteractWithOverlay(new FanId(ACCOUNT, 42), "uid", "expand", "192.0.2.7"));
    }

    @Test
    void a_moderator_removes_and_restores_a_message_of_the_show_that_has_it() {
        backend.on(FindMessageShow.class, query -> new MessageShow(17))
                .on(RemoveChatMessage.class, command -> new ModeratedMessage(500))
                .on(RestoreChatMessage.class, command -> new ModeratedMessage(500));
        GATEWAY.bean(RemoveChatMessageAction.class)
                .handle(caller(), new RemoveChatMessageAction.Remove(MESSAGE))
                .block();
        GATEWAY.bean(UnflagChatMessageAction.class)
                .handle(caller(), new UnflagChatMessageAction.Unflag(MESSAGE))
                .block();
        assertThat(backend.sent)
                .containsExactly(new RemoveChatMessage(SHOW, MESSAGE, 42L), new RestoreChatMessage(SHOW, MESSAGE, 42L));
    }

    @Test
    void a_room_takes_no_more_messages_a_second_than_the_show_says() {
        terms(3);
        AtomicLong nanos = new AtomicLong(1);
        RoomRates rates = new RoomRates(backend, 2, nanos::get);
        for (int i = 0; i < 2; i++) {
            rates.count(ACCOUNT, 17, CHAT).block();
        }
        Problem refused = refused(() -> rates.count(ACCOUNT, 17, CHAT).block(), 429);
        assertThat(refused.headers()).containsEntry("Retry-After", "1");
        rates.count(ACCOUNT, 17, "public_rooms:bar:17").block();
        rates.count(8, 17, CHAT).block();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos() + 1);
        rates.count(ACCOUNT, 17, CHAT).block();
    }

    private void terms(int messagesPerSecond) {
        backend.on(FindChatTerms.class, query -> new ChatTerms(List.of(), messagesPerSecond));
    }

    private @Nullable AcceptedMessage say(ChatMessageAction.Post frame) {
        return GATEWAY.bean(ChatMessageAction.class).handle(caller(), frame).block();
    }

    private static RoomAction.@Nullable NoAnswer interact(OverlayInteractionAction.Interaction frame) {
        return GATEWAY.bean(OverlayInteractionAction.class)
                .handle(caller(), frame)
                .block();
    }

    private static Problem refused(Runnable call, int status) {
        Throwable thrown = catchThrowable(call::run);
        assertThat(thrown).isInstanceOf(Problem.class);
        Problem problem = (Problem) thrown;
        assertThat(problem.status().value()).isEqualTo(status);
        return problem;
    }

    private static RoomCaller caller() {
        return new RoomCaller(
                new Caller(ACCOUNT, "session:test", RequestContext.defaults()), ACCOUNT, 42, "192.0.2.7", NOON, null);
    }

    private WebTestClient.ResponseSpec report(String type, String reason) {
        String body = type.endsWith("json")
                ? "{\"session_uid\":\"" + UID + "\",\"chat_message_uid\":\"" + MESSAGE + "\",\"reason\":\"" + reason
                        + "\"}"
                : "session_uid=" + UID + "&chat_message_uid=" + MESSAGE + "&reason=" + reason;
        return app().post()
                .uri(FANXP + "report_chat")
                .contentType(MediaType.parseMediaType(type))
                .bodyValue(body)
                .exchange();
    }

    private static WebTestClient.ResponseSpec read(String pageTabId) {
        return app().get()
                .uri("/api/v1/fanxp/" + pageTabId + "/chat_messages?session_uid=" + UID)
                .exchange();
    }

    private void publish(ControlMessage message) {
        backend.publish(message);
    }

    private void live(@Nullable Long fan) {
        String ref = sessions.refOf(UID);
        sessions.forget(ACCOUNT, ref);
        backend.on(
                UseSession.class,
                use -> use.session().equals(new SessionId(ACCOUNT, ref))
                        ? new LiveSessionState(ref, fan, NOON, Instant.MAX, 150)
                        : Mono.error(Refusal.unknown("over")));
    }

    private static WebTestClient app() {
        return GATEWAY.anybody().mutate().defaultHeader("Api-Key", API_KEY).build();
    }
}
