package encore.api.shows.answers;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.shows.LiveSessions;
import encore.api.shows.LogClock;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.answers.AnswerCommand.AnswerQuizQuestion;
import encore.kernel.shows.answers.AnswerQuery.FindOwnAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.answers.OwnAnswer;
import encore.kernel.shows.answers.OwnAnswer.CountedOption;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Mono;

class AnswerControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(AnswerController.class, AnswerSender.class, AnswerAction.class, LogClock.class);

    private static final String PATH = "/api/v1/fanxp/17/answer";
    private static final PlayerId PLAYER = new PlayerId(new CampaignId(ACCOUNT, 17), 42);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_live_session_of_fan_42() {
        LiveSessions.of(GATEWAY, 42L);
        backend.on(AnswerQuizQuestion.class, answer -> new GivenAnswer(answer.quizQuestionUid(), answer.answerIdx()));
    }

    @Test
    void an_answer_is_sent_with_the_time_of_its_arrival_and_answered_without_more() {
        Instant before = Instant.now();
        post(MediaType.APPLICATION_FORM_URLENCODED, "quiz_question_uid=q1&answer_idx=2")
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"quiz_question_uid\": \"q1\", \"answer_idx\": 2}", JsonCompareMode.STRICT);
        post(MediaType.APPLICATION_JSON, "{\"quiz_question_uid\": \"q1\", \"answer_idx\": 2}")
                .expectStatus()
                .isOk();
        AnswerQuizQuestion sent = (AnswerQuizQuestion) backend.sent.getLast();
        assertThat(sent.player()).isEqualTo(PLAYER);
        assertThat(sent.receivedAt())
                .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({
        "answer_idx=2, quiz_question_uid",
        "quiz_question_uid=q1, answer_idx",
        "quiz_question_uid=q1&answer_idx=-1, answer_idx",
        "quiz_question_uid=q1&answer_idx=20, answer_idx",
        "quiz_question_uid=q1&answer_idx=x, answer_idx"
    })
    void a_wrong_parameter_is_named(String form, String field) {
        naming(post(MediaType.APPLICATION_FORM_URLENCODED, form).expectStatus(), field);
        assertThat(backend.sent).noneMatch(AnswerQuizQuestion.class::isInstance);
    }

    @Test
    void a_refusal_is_answered() {
        backend.on(
                AnswerQuizQuestion.class,
                answer -> Mono.error(new Refusal(
                        Refusal.Kind.RULE, "window-closed", "quiz_question_uid", "This question takes no answers.")));
        naming(
                post(MediaType.APPLICATION_FORM_URLENCODED, "quiz_question_uid=q1&answer_idx=2")
                        .expectStatus(),
                "quiz_question_uid");
    }

    @Test
    void only_a_fan_answers() {
        LiveSessions.stranger(GATEWAY)
                .post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("quiz_question_uid=q1&answer_idx=2")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.post(PATH, "application/x-www-form-urlencoded", "quiz_question_uid=q1&answer_idx=2")
                .isUnauthorized();
        LiveSessions.of(GATEWAY, null);
        post(MediaType.APPLICATION_FORM_URLENCODED, "quiz_question_uid=q1&answer_idx=2")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(type.toString()).endsWith("guest"));
        assertThat(backend.sent).noneMatch(AnswerQuizQuestion.class::isInstance);
    }

    @Test
    void a_fan_sees_its_own_answer() {
        backend.on(
                FindOwnAnswer.class,
                query -> new OwnAnswer(
                        query.quizQuestionUid(), 1, null, null, false, List.of(new CountedOption(0, "Ann", null))));
        LiveSessions.page(GATEWAY)
                .get()
                .uri(PATH + "?quiz_question_uid=q1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        "{\"quiz_question_uid\": \"q1\", \"answer_idx\": 1, \"is_correct\": null,"
                                + " \"correct_answer_idxs\": null, \"show_results\": false,"
                                + " \"options\": [{\"answer_idx\": 0, \"answer\": \"Ann\", \"answer_count\": null}]}",
                        JsonCompareMode.STRICT);
        assertThat(backend.asked.getLast()).isEqualTo(new FindOwnAnswer(ACCOUNT, 17, 42, "q1"));
    }

    @Test
    void a_frame_answers_too() {
        Instant arrived = Instant.now().minusSeconds(2);
        var caller = new RoomCaller(
                new Caller(ACCOUNT, "session:x", RequestContext.defaults()), ACCOUNT, 42, "127.0.0.1", arrived, null);
        assertThat(GATEWAY.bean(AnswerAction.class)
                        .handle(caller, new AnswerAction.Answer(17L, "q1", 2))
                        .block())
                .isEqualTo(new GivenAnswer("q1", 2));
        assertThat(backend.sent.getLast()).isEqualTo(new AnswerQuizQuestion(PLAYER, "q1", 2, arrived));
    }

    private static ResponseSpec post(MediaType type, String body) {
        return LiveSessions.page(GATEWAY)
                .post()
                .uri(PATH)
                .contentType(type)
                .bodyValue(body)
                .exchange();
    }
}
